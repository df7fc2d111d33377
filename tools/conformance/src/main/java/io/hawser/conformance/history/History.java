package io.hawser.conformance.history;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Everything that was observed in one run. All times are of this machine's clock.
 *
 * @param plugins one for each strict plugin of the run
 * @param records what stood on the topics, in the order in which it was read; each partition's records are in the order
 *     of their offsets
 * @param dead what services buried
 * @param mounts the kernel's mount tables over time, in the order of time
 * @param quiet the tables once nothing happened any more; empty if the run never came to that, then what holds only at
 *     quiet is not checked
 * @param due what services had to do, each time that somebody looked
 * @param deeds what the run did, in the order of time
 * @param pauses between which bounds calls are repeated
 */
public record History(
        List<PluginTrace> plugins,
        List<TopicRecord> records,
        List<DeadLetter> dead,
        List<MountSighting> mounts,
        Optional<Tables> quiet,
        List<DueLook> due,
        List<Deed> deeds,
        Pauses pauses) {
    public History {
        plugins = List.copyOf(plugins);
        records = List.copyOf(records);
        dead = List.copyOf(dead);
        mounts = List.copyOf(mounts);
        Objects.requireNonNull(quiet, "quiet");
        due = List.copyOf(due);
        deeds = List.copyOf(deeds);
        Objects.requireNonNull(pauses, "pauses");
    }
}
