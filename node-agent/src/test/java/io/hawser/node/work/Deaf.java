package io.hawser.node.work;

import io.hawser.node.layout.VolumeKey;
import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.Step;
import io.hawser.node.mount.VolumeStats;
import io.hawser.v1.MountReport;
import java.util.Optional;

/** Hears nothing. */
class Deaf implements Listener {
    @Override
    public void report(MountReport report) {}

    @Override
    public void gone(String volume) {}

    @Override
    public void remark(String volume, String reason, String message) {}

    @Override
    public void measured(VolumeKey key, String plugin, Optional<VolumeStats> stats) {}

    @Override
    public void called(
            String volume, String plugin, Step.Call call, CallOutcome outcome, boolean achieved, String message) {}
}
