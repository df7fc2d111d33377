package io.hawser.conformance.invariant;

import com.google.protobuf.ProtocolMessageEnum;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.conformance.history.History;
import io.hawser.conformance.history.PluginTrace;
import io.hawser.conformance.history.TopicRecord;
import io.hawser.strict.StrictPlugin;
import io.hawser.v1.AgentIdentity;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.Plugin;
import io.hawser.v1.PluginInstance;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Once the run is quiet, the records of a plugin that runs say what it is: the current instance is healthy, and is
 * reached as it was registered; each node has it, healthy; and all say the version and the capabilities of the process
 * that runs now. The plugin knows what it is, but sees none of these records.
 */
final class PluginsAsTheyAre implements Invariant {

    @Override
    public void check(History history, Findings findings) {
        if (history.quiet().isEmpty()) {
            return;
        }
        for (PluginTrace trace : history.plugins()) {
            trace.running().ifPresent(running -> {
                if (running.capabilities().hasController()) {
                    controller(last(history, HawserTopic.PLUGINS, trace.name()), trace, running, findings);
                }
                Set<String> nodes = new TreeSet<>(trace.nodes().values());
                nodes.forEach(node -> node(
                        last(history, HawserTopic.FINGERPRINTS, node + "/" + trace.name()),
                        node,
                        trace,
                        running,
                        findings));
            });
        }
    }

    /** A repeated record may follow a newer one, which stays the last: readers go by the revision. */
    private static Optional<TopicRecord> last(History history, HawserTopic topic, String key) {
        return history.records().stream()
                .filter(record -> record.topic() == topic && record.key().equals(key))
                .filter(record -> record.tombstone() || revision(record).isPresent())
                .reduce((last, record) -> isOlder(record, last) ? last : record);
    }

    private static boolean isOlder(TopicRecord record, TopicRecord than) {
        return revision(record)
                .flatMap(revision -> revision(than)
                        .map(last -> revision < last && agent(record).equals(agent(than))))
                .orElse(false);
    }

    private static Optional<Long> revision(TopicRecord record) {
        return record.as(Plugin.class).map(Plugin::getRevision).or(() -> record.as(Fingerprint.class)
                .map(Fingerprint::getRevision));
    }

    /** The agents of two machines that speak for one node count their revisions apart. */
    private static Optional<AgentIdentity> agent(TopicRecord record) {
        return record.as(Fingerprint.class).map(Fingerprint::getAgent);
    }

    private static void controller(
            Optional<TopicRecord> record, PluginTrace trace, StrictPlugin.Running running, Findings findings) {
        Optional<Plugin> said = record.flatMap(each -> each.as(Plugin.class));
        Optional<PluginInstance> current = said.flatMap(plugin -> plugin.getInstancesList().stream()
                .filter(instance -> instance.getName().equals(plugin.getCurrent()))
                .findFirst());
        that(
                current.filter(instance -> instance.getHealthy() && instance.getController())
                        .isPresent(),
                trace.name() + " runs, and its record names no healthy current instance",
                record,
                findings);
        said.ifPresent(plugin -> {
            that(
                    plugin.getEndpoint().startsWith("relay:") == trace.relayed(),
                    trace.name() + " is called at " + plugin.getEndpoint(),
                    record,
                    findings);
            that(
                    plugin.getVendorVersion().equals(running.vendorVersion())
                            && Set.copyOf(plugin.getControllerCapabilitiesList())
                                    .equals(numbers(running.capabilities().controller())),
                    trace.name() + " runs in version " + running.vendorVersion()
                            + ", and its record has another version or other capabilities",
                    record,
                    findings);
        });
    }

    private static Set<Integer> numbers(Set<? extends ProtocolMessageEnum> capabilities) {
        return capabilities.stream().map(ProtocolMessageEnum::getNumber).collect(Collectors.toSet());
    }

    private static void node(
            Optional<TopicRecord> record,
            String node,
            PluginTrace trace,
            StrictPlugin.Running running,
            Findings findings) {
        Optional<Fingerprint> print = record.flatMap(each -> each.as(Fingerprint.class));
        that(
                print.filter(Fingerprint::getHealthy).isPresent(),
                trace.name() + " runs on " + node + ", and has no healthy fingerprint there",
                record,
                findings);
        print.ifPresent(said -> that(
                said.getVendorVersion().equals(running.vendorVersion())
                        && Set.copyOf(said.getNodeCapabilitiesList())
                                .equals(numbers(running.capabilities().node())),
                trace.name() + " runs in version " + running.vendorVersion() + " on " + node
                        + ", and its fingerprint has another version or other capabilities",
                record,
                findings));
    }

    private static void that(boolean holds, String sentence, Optional<TopicRecord> record, Findings findings) {
        findings.that(holds, () -> sentence, () -> record.map(Words::record)
                .map(List::of)
                .orElse(List.of()));
    }
}
