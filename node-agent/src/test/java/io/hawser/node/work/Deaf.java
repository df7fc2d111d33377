package io.hawser.node.work;

import io.hawser.node.mount.CallEnding;
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
    public void called(String volume, String plugin, Step.Call call, CallEnding ending, boolean achieved, String why) {}
}
