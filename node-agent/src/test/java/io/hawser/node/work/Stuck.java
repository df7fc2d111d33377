package io.hawser.node.work;

import io.hawser.node.layout.VolumeKey;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.Sample;

/** A volume that is in trouble beside the one of {@link Sample}. */
final class Stuck {
    static final VolumeKey KEY = new VolumeKey("stuck", "u1");

    private Stuck() {}

    static DesiredState desired(long generation, String... targets) {
        return Sample.desired(Sample.assignment(generation, targets).setVolume("stuck"));
    }
}
