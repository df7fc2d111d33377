package io.hawser.volume.spec;

import io.hawser.message.Fault;
import io.hawser.message.MountFlags;
import io.hawser.message.NameRules;
import io.hawser.message.Names;
import io.hawser.message.Truncated;
import io.hawser.v1.CapacityRange;
import io.hawser.v1.MountAccess;
import io.hawser.v1.Scope;
import io.hawser.v1.SecretReference;
import io.hawser.v1.Sharing;
import io.hawser.v1.VolumeSpec;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Checks a specification before it is stored, so that one that every call would reject is refused immediately. Sizes
 * are CSI's ("Size Limits"): 128 bytes a string, 4 KiB a map, and the same for all mount flags.
 */
public final class SpecRules {
    private static final int STRING_BYTES = 128;
    /** CSI's limit for a map. */
    static final int MAP_BYTES = 4096;
    /** A plugin makes up its volumes' ids and contexts: as much as the CSI client accepts of one. */
    private static final int VOLUME_ID_BYTES = 4096;

    private static final int CONTEXT_BYTES = 64 * 1024;

    private static final Pattern SECRET_KEY = Pattern.compile("[A-Za-z0-9_.-]{1,128}");

    private SpecRules() {}

    /** @return the first fault; empty = none */
    public static Optional<Fault> check(VolumeSpec spec) {
        return plugin(spec)
                .or(() -> group(spec))
                .or(() -> access(spec))
                .or(() -> map("spec.parameters", spec.getParametersMap()))
                .or(() -> labels("spec.labels", spec.getLabelsMap()))
                .or(() -> capacity(spec.getCapacity()))
                .or(() -> secrets(spec))
                .or(() -> TopologyRules.check(spec));
    }

    /** What is said of a volume that its plugin has already. */
    public static Optional<Fault> existing(VolumeSpec spec, String volumeId, Map<String, String> context) {
        if (spec.getTopology().getRequisiteCount() == 0 && spec.getTopology().getPreferredCount() > 0) {
            return Fault.of(
                    "spec.topology.preferred", "of a volume that exists, requisite says from where it is reachable");
        }
        if (volumeId.isEmpty()) {
            return Fault.of("volume_id", "none is named");
        }
        if (bytes(volumeId) > VOLUME_ID_BYTES) {
            return Fault.of("volume_id", bytes(volumeId) + " bytes where " + VOLUME_ID_BYTES + " is the most");
        }
        int bytes = context.entrySet().stream()
                .mapToInt(entry -> bytes(entry.getKey()) + bytes(entry.getValue()))
                .sum();
        return bytes > CONTEXT_BYTES
                ? Fault.of("volume_context", bytes + " bytes where " + CONTEXT_BYTES + " is the most")
                : Optional.empty();
    }

    /** @param field of the command that has the labels */
    public static Optional<Fault> labels(String field, Map<String, String> labels) {
        return labels.containsKey("") ? Fault.of(field, "a label has no key") : map(field, labels);
    }

    private static Optional<Fault> plugin(VolumeSpec spec) {
        if (spec.getPlugin().isEmpty()) {
            return Fault.of("spec.plugin", "no plugin is named");
        }
        return NameRules.isPlugin(spec.getPlugin())
                ? Optional.empty()
                : Fault.of("spec.plugin", "'" + Truncated.of(spec.getPlugin()) + "' cannot be a plugin's name");
    }

    private static Optional<Fault> group(VolumeSpec spec) {
        return spec.getGroup().isEmpty() ? Optional.empty() : Names.segment("spec.group", spec.getGroup());
    }

    private static Optional<Fault> access(VolumeSpec spec) {
        if (spec.getAccessTypeCase() == VolumeSpec.AccessTypeCase.ACCESSTYPE_NOT_SET) {
            return Fault.of("spec.mount", "neither mount nor block is said");
        }
        boolean exclusive =
                spec.getSharing() == Sharing.SHARING_NONE || spec.getSharing() == Sharing.SHARING_UNSPECIFIED;
        if (spec.getScope() == Scope.SCOPE_MULTI_NODE && exclusive) {
            return Fault.of("spec.sharing", "several nodes and one task at a time exclude each other");
        }
        return mount(spec.getMount());
    }

    private static Optional<Fault> mount(MountAccess mount) {
        return tooLong("spec.mount.fs_type", mount.getFsType())
                .or(() -> tooLong("spec.mount.volume_mount_group", mount.getVolumeMountGroup()))
                .or(() -> MountFlags.check("spec.mount.mount_flags", mount.getMountFlagsList()));
    }

    private static Optional<Fault> capacity(CapacityRange capacity) {
        if (capacity.getRequiredBytes() < 0) {
            return Fault.of("spec.capacity.required_bytes", capacity.getRequiredBytes() + " is negative");
        }
        if (capacity.getLimitBytes() < 0) {
            return Fault.of("spec.capacity.limit_bytes", capacity.getLimitBytes() + " is negative");
        }
        return capacity.getLimitBytes() > 0 && capacity.getLimitBytes() < capacity.getRequiredBytes()
                ? Fault.of("spec.capacity.limit_bytes", "the limit is below what is required")
                : Optional.empty();
    }

    private static Optional<Fault> secrets(VolumeSpec spec) {
        Set<String> keys = new HashSet<>();
        int bytes = 0;
        for (int i = 0; i < spec.getSecretsCount(); i++) {
            SecretReference secret = spec.getSecrets(i);
            String field = "spec.secrets[" + i + "]";
            if (!SECRET_KEY.matcher(secret.getKey()).matches()) {
                return Fault.of(
                        field + ".key",
                        "'" + Truncated.of(secret.getKey()) + "' is not 1 to 128 characters of [A-Za-z0-9_.-]");
            }
            if (!keys.add(secret.getKey())) {
                return Fault.of(field + ".key", "'" + secret.getKey() + "' is given twice");
            }
            Optional<Fault> name = Names.segment(field + ".name", secret.getName());
            if (name.isPresent()) {
                return name;
            }
            bytes += secret.getKey().length();
        }
        // They are one map of the call, together with their values.
        return bytes > MAP_BYTES
                ? Fault.of("spec.secrets", "keys of " + bytes + " bytes where " + MAP_BYTES + " is the most")
                : Optional.empty();
    }

    private static Optional<Fault> map(String field, Map<String, String> map) {
        int bytes = 0;
        for (Map.Entry<String, String> entry : map.entrySet()) {
            Optional<Fault> key = tooLong(field, entry.getKey());
            if (key.isPresent()) {
                return key;
            }
            bytes += bytes(entry.getKey()) + bytes(entry.getValue());
        }
        return bytes > MAP_BYTES
                ? Fault.of(field, bytes + " bytes where " + MAP_BYTES + " is the most")
                : Optional.empty();
    }

    static Optional<Fault> tooLong(String field, String value) {
        return bytes(value) > STRING_BYTES
                ? Fault.of(field, bytes(value) + " bytes where " + STRING_BYTES + " is the most")
                : Optional.empty();
    }

    private static int bytes(String value) {
        return value.getBytes(StandardCharsets.UTF_8).length;
    }
}
