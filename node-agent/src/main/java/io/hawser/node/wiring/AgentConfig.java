package io.hawser.node.wiring;

import io.hawser.bus.envelope.AnswerForm;
import io.hawser.bus.pace.Backoff;
import io.hawser.bus.topic.TopicCreator;
import io.hawser.bus.topic.TopicNames;
import io.hawser.node.mount.Pauses;
import io.hawser.node.plugin.RegistrationRules;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The agent's settings. Every default is safe in production. */
@ConfigMapping(prefix = "hawser")
public interface AgentConfig {
    /** This node's name, as in {@code hawser.nodes}: 1 to 63 of {@code [a-z0-9.-]}. */
    String node();

    /** A folder for this agent alone, with its mounts and records. Must be on a local disk and survive restarts. */
    Path root();

    /**
     * The root as plugins see it, if they see it at another path than the agent: a plugin in a container has {@code
     * root/volumes} at {@code plugin-root/volumes}.
     */
    Optional<Path> pluginRoot();

    /**
     * The folder in which plugins create their sockets, {@code *.sock} or {@code NAME/csi.sock}; at most 107 bytes with
     * the socket's name.
     */
    Path pluginDir();

    /**
     * The folder in which drivers register that are shipped for the kubelet, with node-driver-registrar for example.
     * Without it, only the plugin folder is looked at.
     */
    Optional<Path> pluginsRegistryDir();

    /**
     * Where a path that a registration names is on this side, as {@code THEIRS=OURS}. The result must be below the
     * plugin folder or the registry folder.
     */
    @WithDefault("/var/lib/kubelet/plugins=${hawser.plugin-dir}")
    List<String> pluginsRegistryPaths();

    /**
     * Whether this agent writes its node's record to {@code hawser.nodes}, for installations without an orchestrator
     * that does.
     */
    @WithDefault("false")
    boolean announce();

    Topics topics();

    /**
     * Secrets are files {@code PLUGIN/REFERENCE} below this folder. Without it, volumes that need secrets fail with a
     * message.
     */
    Optional<Path> secretsDir();

    /** Longest time of one call to a plugin. */
    @WithDefault("60s")
    Duration rpcDeadline();

    BackoffTimes backoff();

    /** The time between two looks at a healthy plugin, and between two comparisons with the kernel's mount table. */
    @WithDefault("30s")
    Duration fingerprintInterval();

    @WithDefault("10s")
    Duration heartbeatInterval();

    /** How often the plugin of a mounted volume is asked for its use and its condition; 0: never. */
    @WithDefault("5m")
    Duration statsInterval();

    /** How long a plugin's socket may be away until its instance is deregistered. */
    @WithDefault("30s")
    Duration pluginGoneAfter();

    /**
     * How long a deregistered plugin is expected back, until its fingerprint gets a tombstone; longer than an upgrade
     * takes. A plugin with volumes on this node is expected back for ever.
     */
    @WithDefault("1h")
    Duration pluginForgottenAfter();

    /** The number of concurrent calls to one plugin. One volume never has more than one. */
    @WithDefault("16")
    int callsPerPlugin();

    /**
     * Whether the agent looks through the machine's processes for those that hold a mount that cannot be unmounted. To
     * see all, it needs CAP_SYS_PTRACE, CAP_DAC_READ_SEARCH and the machine's pid namespace.
     */
    @WithDefault("false")
    boolean findHolders();

    /**
     * Whether the agent gives the files of a volume to the volume's group, if the plugin on this node cannot. It needs
     * CAP_CHOWN, CAP_FOWNER, CAP_FSETID and CAP_DAC_READ_SEARCH.
     */
    @WithDefault("false")
    boolean fsGroup();

    /**
     * The Unix socket at which a container runtime on this node asks for the volumes of its tasks; at most 107 bytes.
     * Without it, there is none.
     */
    Optional<Path> runtimeSocket();

    Relay relay();

    /**
     * The port for services on other machines that call controller sockets of this node. It is open only if
     * {@code quarkus.tls.relay} has certificates.
     */
    interface Relay {
        @WithDefault("0.0.0.0")
        String host();

        @WithDefault("7443")
        int port();
    }

    interface Topics {
        @WithDefault("hawser")
        String prefix();

        /** The form of the events; one for the whole installation. */
        @WithDefault("protobuf")
        AnswerForm answers();

        /** Replicas of a topic that this agent creates; without it, the broker's default. */
        Optional<Short> replicationFactor();

        /** In-sync replicas that such a topic needs to acknowledge a record; without it, the broker's default. */
        Optional<Integer> minInsyncReplicas();
    }

    /** Pauses after calls that were not done. */
    interface BackoffTimes {
        @WithDefault("200ms")
        Duration floor();

        @WithDefault("2m")
        Duration ceiling();

        /** The pause after a final refusal. A new desired state or a returning plugin ends it sooner. */
        @WithDefault("5m")
        Duration afterRejection();
    }

    default AgentSettings settings() {
        return new AgentSettings(
                node(),
                root().toAbsolutePath(),
                pluginRoot(),
                pluginDir().toAbsolutePath().normalize(),
                pluginsRegistryDir().map(dir -> dir.toAbsolutePath().normalize()),
                pluginsRegistryPaths().stream()
                        .map(each -> RegistrationRules.Mapping.parse("hawser.plugins-registry-paths", each))
                        .toList(),
                announce(),
                new TopicNames(topics().prefix()),
                topics().answers(),
                new TopicCreator.Copies(topics().replicationFactor(), topics().minInsyncReplicas()),
                secretsDir(),
                rpcDeadline(),
                new Pauses(
                        new Backoff(backoff().floor(), backoff().ceiling()),
                        backoff().afterRejection()),
                fingerprintInterval(),
                heartbeatInterval(),
                statsInterval(),
                pluginGoneAfter(),
                pluginForgottenAfter(),
                callsPerPlugin(),
                findHolders(),
                fsGroup(),
                runtimeSocket());
    }
}
