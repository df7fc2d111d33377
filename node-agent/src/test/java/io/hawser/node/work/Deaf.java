package io.hawser.node.work;

import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.Step;
import io.hawser.v1.MountReport;

/** Hears nothing. */
class Deaf implements Listener {
    @Override
    public void report(MountReport report) {}

    @Override
    public void gone(String volume) {}

    @Override
    public void remark(String volume, String reason, String message) {}

    @Override
    public void called(
            String volume, String plugin, Step.Call call, CallOutcome outcome, boolean achieved, String message) {}
}
