package io.hawser.node.wiring;

import io.hawser.csi.wiring.ConfiguredCertificates;
import io.hawser.node.relay.RelaySettings;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import io.quarkus.tls.TlsConfigurationRegistry;
import io.smallrye.common.annotation.Identifier;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.Optional;
import org.jboss.logging.Logger;

/** The process. Its exit code is 1 if it cannot start. */
@QuarkusMain
public final class NodeAgent implements QuarkusApplication {
    private static final Logger LOG = Logger.getLogger(NodeAgent.class);
    /** Name of the relay's certificates in Quarkus' TLS registry. */
    private static final String RELAY = "relay";

    private final AgentConfig config;
    private final Map<String, Object> kafka;
    private final MeterRegistry metrics;
    private final RunningAgent running;
    private final TlsConfigurationRegistry tls;
    private final Vertx vertx;

    @Inject
    public NodeAgent(
            AgentConfig config,
            TlsConfigurationRegistry tls,
            Vertx vertx,
            @Identifier("default-kafka-broker") Map<String, Object> kafka,
            MeterRegistry metrics,
            RunningAgent running) {
        this.config = config;
        this.tls = tls;
        this.vertx = vertx;
        this.kafka = kafka;
        this.metrics = metrics;
        this.running = running;
    }

    @Override
    public int run(String... arguments) {
        try {
            Agent agent = new Agent(config.settings(), kafka, relay(), metrics);
            running.set(agent);
            agent.start();
            LOG.infof("node-agent runs node=%s root=%s plugins=%s", config.node(), config.root(), config.pluginDir());
            agent.relayPort().ifPresent(port -> LOG.infof("its relay listens at port %d", port));
            Quarkus.waitForExit();
            return 0;
        } catch (StartRefusedException | IllegalArgumentException refused) {
            LOG.errorf("node-agent cannot start: %s", refused.getMessage());
            return 1;
        }
    }

    private Optional<RelaySettings> relay() {
        return ConfiguredCertificates.named(RELAY, tls, vertx)
                .map(certificates ->
                        new RelaySettings(config.relay().host(), config.relay().port(), certificates));
    }
}
