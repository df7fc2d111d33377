package io.hawser.node.work;

import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.Step;
import io.hawser.v1.MountReport;

/** Hears what became of the volumes. Called by many threads; must not block. */
public interface Listener {
    /** The report of a volume's name changed, or is made for the first time. Its revision is not set. */
    void report(MountReport report);

    /** Nothing is here and nothing is ordered any more: there is nothing left to report on. */
    void gone(String volume);

    /**
     * Something happened that people should know of.
     *
     * @param reason CamelCase word
     */
    void remark(String volume, String reason, String message);

    /** A call ended. */
    void called(String volume, String plugin, Step.Call call, CallOutcome outcome, boolean achieved, String message);
}
