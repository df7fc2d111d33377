package io.hawser.volume.intake;

import io.hawser.bus.envelope.Decoded;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.MountReport;
import io.hawser.v1.Node;
import io.hawser.v1.Plugin;
import io.hawser.v1.Task;
import io.hawser.volume.spec.Fault;
import io.hawser.volume.spec.Names;
import io.hawser.volume.spec.TaskRules;
import java.util.Optional;

/** Whether a state record is about the entity that its key names. Wishes are judged with the rest of their content. */
final class KeyRules {
    private KeyRules() {}

    /** @return the first fault; empty = none */
    static Optional<Fault> check(Decoded.Known record) {
        return switch (record.message()) {
            case Node node ->
                Names.segment(node.getName())
                        .map(reason -> new Fault("name", reason))
                        .or(() -> same(record.key(), node.getName()));
            case Task task -> TaskRules.check(task).or(() -> same(record.key(), task.getName()));
            case Plugin plugin -> same(record.key(), plugin.getName());
            case Fingerprint slot -> same(record.key(), slot.getNode() + "/" + slot.getPlugin());
            case MountReport report -> same(record.key(), report.getNode() + "/" + report.getVolume());
            default -> Optional.empty();
        };
    }

    private static Optional<Fault> same(String key, String name) {
        return key.equals(name)
                ? Optional.empty()
                : Optional.of(
                        new Fault("key", "the record's key '" + key + "' is not the entity's name '" + name + "'"));
    }
}
