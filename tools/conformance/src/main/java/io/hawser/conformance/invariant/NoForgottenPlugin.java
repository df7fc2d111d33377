package io.hawser.conformance.invariant;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.conformance.history.History;
import io.hawser.conformance.history.MountSighting;
import io.hawser.conformance.history.PluginTrace;
import io.hawser.conformance.history.TopicRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A plugin is never forgotten while volumes of it are mounted: a node's fingerprint of it has no tombstone while they
 * are mounted on that node, and its record has none while they are mounted anywhere. The plugin sees neither
 * these records nor the kernel's mount table.
 */
final class NoForgottenPlugin implements Invariant {
    /** A mount that is younger may not have been known yet when the tombstone was decided. */
    private static final Duration KNOWN_AFTER = Duration.ofSeconds(2);

    @Override
    public void check(History history, Findings findings) {
        // In a history of one plugin, each volume is of that plugin.
        for (PluginTrace trace : history.plugins()) {
            history.records().stream()
                    .filter(TopicRecord::tombstone)
                    .filter(record -> about(record, trace))
                    .forEach(record -> forgotten(history, findings, record));
        }
    }

    private static boolean about(TopicRecord record, PluginTrace trace) {
        return switch (record.topic()) {
            case FINGERPRINTS -> record.key().endsWith("/" + trace.name());
            case PLUGINS -> record.key().equals(trace.name());
            default -> false;
        };
    }

    private static void forgotten(History history, Findings findings, TopicRecord record) {
        Optional<String> node = record.topic() == HawserTopic.FINGERPRINTS
                ? Optional.of(record.key().substring(0, record.key().indexOf('/')))
                : Optional.empty();
        Set<String> nodes = node.map(Set::of)
                .orElseGet(
                        () -> history.mounts().stream().map(MountSighting::node).collect(Collectors.toSet()));
        Optional<MountSighting> mounted = nodes.stream()
                .flatMap(each -> throughout(history, each, record.at()).stream())
                .findFirst();
        findings.that(
                mounted.isEmpty(),
                () -> "plugin " + record.key() + " was forgotten while volumes of it were mounted on "
                        + mounted.orElseThrow().node(),
                () -> List.of(
                        Words.record(record),
                        Words.sighting(
                                mounted.orElseThrow(),
                                mounted.orElseThrow().mounts().getFirst().path())));
    }

    /** A look at the node's mounts shortly before, if a volume was mounted from then until this moment. */
    private static Optional<MountSighting> throughout(History history, String node, Instant until) {
        Optional<MountSighting> before = last(history, node, until.minus(KNOWN_AFTER));
        boolean always = before.filter(NoForgottenPlugin::mounted).isPresent()
                && history.mounts().stream()
                        .filter(look -> look.node().equals(node) && !look.at().isAfter(until))
                        .filter(look -> look.at().isAfter(until.minus(KNOWN_AFTER)))
                        .allMatch(NoForgottenPlugin::mounted);
        return before.filter(_ -> always);
    }

    private static Optional<MountSighting> last(History history, String node, Instant until) {
        return history.mounts().stream()
                .filter(look -> look.node().equals(node) && !look.at().isAfter(until))
                .reduce((earlier, later) -> later);
    }

    private static boolean mounted(MountSighting look) {
        return look.mounts().stream().anyMatch(mount -> mount.place().isPresent());
    }
}
