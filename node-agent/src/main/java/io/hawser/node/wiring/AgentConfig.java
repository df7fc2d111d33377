package io.hawser.node.wiring;

import io.hawser.bus.topic.TopicNames;
import io.hawser.node.mount.Backoff;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** What an operator may say. Every default is safe in production. */
@ConfigMapping(prefix = "hawser")
public interface AgentConfig {
    /** This node's name, as in {@code hawser.nodes}: 1 to 63 of {@code [a-z0-9.-]}. */
    String node();

    /** Folder of this agent alone: mounts and records. Must be on a local disk and stay over restarts. */
    Path root();

    /** Where plugins put their sockets, {@code *.sock}; at most 107 bytes with the socket's name. */
    Path pluginDir();

    /** Whether this agent writes its node's record to {@code hawser.nodes}, where no orchestrator does. */
    @WithDefault("false")
    boolean announce();

    Topics topics();

    /**
     * Secrets as files {@code PLUGIN/REFERENCE} below this folder. Without it, volumes that need secrets fail, and
     * say so.
     */
    Optional<Path> secretsDir();

    /** Longest time that one call to a plugin may take. */
    @WithDefault("60s")
    Duration rpcDeadline();

    BackoffTimes backoff();

    /** Between two looks at a plugin that is well, and between two comparisons with the kernel's mount table. */
    @WithDefault("30s")
    Duration fingerprintInterval();

    @WithDefault("10s")
    Duration heartbeatInterval();

    /** How long a plugin's socket may be away until its instance is deregistered. */
    @WithDefault("30s")
    Duration pluginGoneAfter();

    /** Calls to one plugin at once; for one volume it is one, whatever this says. */
    @WithDefault("16")
    int callsPerPlugin();

    interface Topics {
        @WithDefault("hawser")
        String prefix();
    }

    /** Pauses after calls that were not done. */
    interface BackoffTimes {
        @WithDefault("200ms")
        Duration floor();

        @WithDefault("2m")
        Duration ceiling();

        /** After a final refusal, which a new desired state or a returning plugin ends sooner. */
        @WithDefault("5m")
        Duration afterRejection();
    }

    default AgentSettings settings() {
        return new AgentSettings(
                node(),
                root().toAbsolutePath(),
                pluginDir().toAbsolutePath().normalize(),
                announce(),
                new TopicNames(topics().prefix()),
                secretsDir(),
                rpcDeadline(),
                new Backoff(backoff().floor(), backoff().ceiling(), backoff().afterRejection()),
                fingerprintInterval(),
                heartbeatInterval(),
                pluginGoneAfter(),
                callsPerPlugin());
    }
}
