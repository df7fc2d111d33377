package io.hawser.node.wiring;

import io.hawser.bus.envelope.AnswerForm;
import io.hawser.bus.topic.TopicCreator;
import io.hawser.bus.topic.TopicNames;
import io.hawser.message.NameRules;
import io.hawser.node.mount.Pauses;
import io.hawser.node.plugin.RegistrationRules;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The checked form of {@link AgentConfig}. */
public record AgentSettings(
        String node,
        Path root,
        Optional<Path> pluginRoot,
        Path pluginDir,
        Optional<Path> registryDir,
        List<RegistrationRules.Mapping> registryPaths,
        boolean announce,
        TopicNames topics,
        AnswerForm answers,
        TopicCreator.Copies copies,
        Optional<Path> secretsDir,
        Duration rpcDeadline,
        Pauses pauses,
        Duration fingerprintInterval,
        Duration heartbeatInterval,
        Duration statsInterval,
        Duration pluginGoneAfter,
        Duration pluginForgottenAfter,
        int callsPerPlugin,
        boolean findHolders,
        boolean fsGroup,
        Optional<Path> runtimeSocket) {
    /** {@code Heard} of libs/ledger reads a longer one as this one. */
    private static final Duration LONGEST_HEARTBEAT = Duration.ofMinutes(5);

    /** The kernel's limit for the path of a socket. */
    private static final int SOCKET_BYTES = 107;

    public AgentSettings {
        registryPaths = List.copyOf(registryPaths);
        if (!NameRules.isSegment(node)) {
            throw new IllegalArgumentException("hawser.node: '" + node
                    + "' is not 1 to 63 of [a-z0-9.-] with a letter or digit at both ends and no '..'");
        }
        if (pluginRoot.filter(path -> !path.isAbsolute()).isPresent()) {
            throw new IllegalArgumentException(
                    "hawser.plugin-root: '" + pluginRoot.get() + "' is not an absolute path");
        }
        runtimeSocket.ifPresent(AgentSettings::socket);
        positive("hawser.rpc-deadline", rpcDeadline);
        positive("hawser.fingerprint-interval", fingerprintInterval);
        positive("hawser.heartbeat-interval", heartbeatInterval);
        if (heartbeatInterval.compareTo(LONGEST_HEARTBEAT) > 0) {
            throw new IllegalArgumentException("hawser.heartbeat-interval: must be at most 5 minutes, because services"
                    + " do not wait longer for a heartbeat");
        }
        notNegative("hawser.stats-interval", statsInterval);
        notNegative("hawser.plugin-gone-after", pluginGoneAfter);
        notNegative("hawser.plugin-forgotten-after", pluginForgottenAfter);
        if (callsPerPlugin < 1) {
            throw new IllegalArgumentException("hawser.calls-per-plugin: must be above zero");
        }
    }

    private static void socket(Path path) {
        if (!path.isAbsolute() || path.toString().getBytes(StandardCharsets.UTF_8).length > SOCKET_BYTES) {
            throw new IllegalArgumentException("hawser.runtime-socket: '" + path
                    + "' is not an absolute path of at most " + SOCKET_BYTES + " bytes");
        }
    }

    private static void notNegative(String field, Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException(field + ": must not be negative");
        }
    }

    private static void positive(String field, Duration value) {
        if (!value.isPositive()) {
            throw new IllegalArgumentException(field + ": must be above zero");
        }
    }
}
