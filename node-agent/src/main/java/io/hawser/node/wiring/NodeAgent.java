package io.hawser.node.wiring;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import io.smallrye.common.annotation.Identifier;
import jakarta.inject.Inject;
import java.util.Map;
import org.jboss.logging.Logger;

/** The process. Its exit code is 1 if it cannot start. */
@QuarkusMain
public final class NodeAgent implements QuarkusApplication {
    private static final Logger LOG = Logger.getLogger(NodeAgent.class);

    private final AgentConfig config;
    private final Map<String, Object> kafka;
    private final MeterRegistry metrics;
    private final RunningAgent running;

    @Inject
    public NodeAgent(
            AgentConfig config,
            @Identifier("default-kafka-broker") Map<String, Object> kafka,
            MeterRegistry metrics,
            RunningAgent running) {
        this.config = config;
        this.kafka = kafka;
        this.metrics = metrics;
        this.running = running;
    }

    @Override
    public int run(String... arguments) {
        try {
            Agent agent = new Agent(config.settings(), kafka, metrics);
            running.set(agent);
            agent.start();
            LOG.infof("node-agent runs node=%s root=%s plugins=%s", config.node(), config.root(), config.pluginDir());
            Quarkus.waitForExit();
            return 0;
        } catch (StartRefusedException | IllegalArgumentException refused) {
            LOG.errorf("node-agent cannot start: %s", refused.getMessage());
            return 1;
        }
    }
}
