package io.hawser.csi;

import io.hawser.csi.v1.ValidateVolumeCapabilitiesRequest;
import io.hawser.csi.v1.ValidateVolumeCapabilitiesResponse;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.csi.v1.VolumeCapability.AccessTypeCase;
import java.util.List;
import java.util.Optional;

/**
 * Evaluates a ValidateVolumeCapabilities answer. An older plugin may confirm although it ignores fields that it does
 * not know, so the confirmed capabilities are compared with the request.
 */
public sealed interface Confirmation {

    /** Nothing that the plugin confirmed contradicts the request. */
    record Confirmed() implements Confirmation {}

    /** The plugin confirmed nothing; {@code message} is the plugin's own without secrets, and may be empty. */
    record Unconfirmed(String message) implements Confirmation {}

    /** The plugin confirmed something else. */
    record Different(String message) implements Confirmation {}

    static Confirmation of(ValidateVolumeCapabilitiesRequest asked, ValidateVolumeCapabilitiesResponse answer) {
        if (!answer.hasConfirmed()) {
            return new Unconfirmed(PluginWords.oneLine(Redaction.without(asked, answer.getMessage())));
        }
        for (VolumeCapability confirmed : answer.getConfirmed().getVolumeCapabilitiesList()) {
            Optional<String> difference = differenceFromAll(asked.getVolumeCapabilitiesList(), confirmed);
            if (difference.isPresent()) {
                return new Different(difference.get());
            }
        }
        return new Confirmed();
    }

    /** The difference from the last requested capability, if {@code confirmed} differs from all of them. */
    private static Optional<String> differenceFromAll(List<VolumeCapability> asked, VolumeCapability confirmed) {
        Optional<String> last = Optional.empty();
        for (VolumeCapability each : asked) {
            last = difference(each, confirmed);
            if (last.isEmpty()) {
                return last;
            }
        }
        return last;
    }

    private static Optional<String> difference(VolumeCapability asked, VolumeCapability confirmed) {
        if (confirmed.hasAccessMode()
                && confirmed.getAccessMode().getModeValue()
                        != asked.getAccessMode().getModeValue()) {
            return Optional.of("requested access mode " + asked.getAccessMode().getMode() + ", got "
                    + confirmed.getAccessMode().getMode());
        }
        AccessTypeCase type = confirmed.getAccessTypeCase();
        if (type == AccessTypeCase.ACCESSTYPE_NOT_SET) {
            return Optional.empty();
        }
        if (type != asked.getAccessTypeCase()) {
            return Optional.of("requested access type " + asked.getAccessTypeCase() + ", got " + type);
        }
        boolean anyFileSystem = asked.getMount().getFsType().isEmpty();
        if (!anyFileSystem
                && !asked.getMount().getFsType().equals(confirmed.getMount().getFsType())) {
            return Optional.of("requested file system '" + asked.getMount().getFsType() + "', got '"
                    + confirmed.getMount().getFsType() + "'");
        }
        String group = asked.getMount().getVolumeMountGroup();
        if (!group.isEmpty() && !group.equals(confirmed.getMount().getVolumeMountGroup())) {
            return Optional.of("requested volume_mount_group '" + group + "', got '"
                    + confirmed.getMount().getVolumeMountGroup() + "'");
        }
        if (!confirmed
                .getMount()
                .getMountFlagsList()
                .containsAll(asked.getMount().getMountFlagsList())) {
            // Flags may hold credentials, so the message does not name the missing one.
            return Optional.of("requested mount flags are not all among those confirmed");
        }
        return Optional.empty();
    }
}
