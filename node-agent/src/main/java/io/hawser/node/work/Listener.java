package io.hawser.node.work;

import io.hawser.node.layout.VolumeKey;
import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.Step;
import io.hawser.node.mount.VolumeStats;
import io.hawser.v1.MountReport;
import java.util.Optional;

/** Gets the changes of volumes. Called by many threads; must not block. */
public interface Listener {
    /** The report of a volume's name changed, or is made for the first time. It has no revision yet. */
    void report(MountReport report);

    /** The node has nothing of the volume and no assignment asks for any: there is nothing left to report. */
    void gone(String volume);

    /**
     * Something happened that people should know.
     *
     * @param reason CamelCase word
     */
    void remark(String volume, String reason, String message);

    /** The plugin said this of a volume in use; empty: the volume is not in use any more. */
    void measured(VolumeKey key, String plugin, Optional<VolumeStats> stats);

    /** A call ended. */
    void called(String volume, String plugin, Step.Call call, CallOutcome outcome, boolean achieved, String message);
}
