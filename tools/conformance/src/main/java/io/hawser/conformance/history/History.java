package io.hawser.conformance.history;

import io.hawser.bus.dead.DeadRecord;
import java.util.List;
import java.util.Optional;

/**
 * Everything that was observed in one run. All times are of this machine's clock.
 *
 * @param plugins one for each strict plugin of the run
 * @param records the topics' records in the order in which they were read; each partition's records are in the order of
 *     their offsets
 * @param dead the services' dead letters
 * @param mounts the kernel's mount tables over time, ordered by time
 * @param quiet the tables at quiet, when nothing happened any more; empty if the run never reached that, and then
 *     checks at quiet are skipped
 * @param due the services' due work at each look
 * @param actions what the run did, ordered by time
 * @param pauses bounds of the pauses between repeated calls
 */
public record History(
        List<PluginTrace> plugins,
        List<TopicRecord> records,
        List<DeadRecord.Letter> dead,
        List<MountSighting> mounts,
        Optional<Tables> quiet,
        List<DueLook> due,
        List<Action> actions,
        Pauses pauses) {}
