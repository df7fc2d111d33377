package io.hawser.cli.argument;

import io.hawser.cli.text.Words;
import io.hawser.v1.ServiceVolume;
import io.hawser.v1.VolumePolicy;

/** A volume that belongs to a service, as one argument: {@code NAME[:retain|delete]}. */
public final class OwnedVolume {
    private OwnedVolume() {}

    /** @throws IllegalArgumentException if there is no such policy */
    public static ServiceVolume parse(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        VolumePolicy policy = colon < 0
                ? VolumePolicy.VOLUME_POLICY_RETAIN
                : Words.parse(text.substring(colon + 1), VolumePolicy.values());
        return ServiceVolume.newBuilder().setName(name).setPolicy(policy).build();
    }
}
