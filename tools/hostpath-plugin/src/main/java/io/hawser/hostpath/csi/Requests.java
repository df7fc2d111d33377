package io.hawser.hostpath.csi;

import io.hawser.csi.v1.CapacityRange;
import io.hawser.csi.v1.Topology;
import io.hawser.csi.v1.TopologyRequirement;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.csi.v1.VolumeCapability.AccessTypeCase;
import io.hawser.csi.v1.VolumeCapability.MountVolume;
import io.hawser.hostpath.volume.AccessMode;
import io.hawser.hostpath.volume.Capability;
import io.hawser.hostpath.volume.MountFlag;
import io.hawser.hostpath.volume.NodeId;
import io.hawser.hostpath.volume.Refusal.Reason;
import io.hawser.hostpath.volume.RefusedException;
import io.hawser.hostpath.volume.SizeRange;
import io.hawser.hostpath.volume.VolumeId;
import io.hawser.hostpath.volume.VolumeName;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Reads fields of requests into the plugin's own types, or refuses with INVALID_ARGUMENT and the field's name. */
final class Requests {
    private static final int MAX_MAP_BYTES = 4096;
    private static final int MAX_PATH_BYTES = 4095;

    private Requests() {}

    static void require(boolean present, String field) {
        if (!present) throw invalid(field + ": is required");
    }

    static VolumeName name(String name) {
        return checked(() -> new VolumeName(name));
    }

    static SizeRange size(CapacityRange range) {
        SizeRange size = checked(() -> new SizeRange(range.getRequiredBytes(), range.getLimitBytes()));
        if (size.equals(SizeRange.ANY)) throw invalid("capacity_range: sets neither required_bytes nor limit_bytes");
        return size;
    }

    /** Empty if this plugin cannot have issued the id: the volume does not exist. */
    static Optional<VolumeId> volumeId(String id) {
        require(!id.isEmpty(), "volume_id");
        return VolumeId.parse(id);
    }

    static RefusedException unknownVolume(String id) {
        return new RefusedException(
                Reason.NOT_FOUND, "there is no volume " + id.substring(0, Math.min(id.length(), 128)));
    }

    static List<Capability> capabilities(List<VolumeCapability> capabilities) {
        require(!capabilities.isEmpty(), "volume_capabilities");
        List<Capability> all = capabilities.stream().map(Requests::capability).toList();
        if (all.stream().map(Capability::type).distinct().count() > 1)
            throw invalid("volume_capabilities: a volume is either for mount access or for block access");
        return all;
    }

    static Capability capability(VolumeCapability capability) {
        requireWhole(capability);
        AccessMode mode =
                AccessMode.valueOf(capability.getAccessMode().getMode().name());
        if (capability.hasBlock()) return Capability.block(mode);
        MountVolume mount = capability.getMount();
        if (!mount.getFsType().isEmpty())
            throw invalid(
                    "volume_capability.mount.fs_type: mounted volumes of this plugin are directories, leave it empty");
        if (!mount.getVolumeMountGroup().isEmpty())
            throw invalid("volume_capability.mount.volume_mount_group: VOLUME_MOUNT_GROUP is not offered");
        return Capability.mount(mode, flags(mount.getMountFlagsList()));
    }

    /** Requires every field that CSI requires, whether or not this plugin supports the value. */
    static void requireWhole(VolumeCapability capability) {
        require(capability.getAccessTypeCase() != AccessTypeCase.ACCESSTYPE_NOT_SET, "volume_capability.access_type");
        switch (capability.getAccessMode().getMode()) {
            case UNKNOWN, UNRECOGNIZED ->
                throw invalid("volume_capability.access_mode: is required, with a mode that CSI 1.12 knows");
            default -> {}
        }
    }

    /** Flags may be sensitive, so the message names a refused one by its position. */
    private static Set<MountFlag> flags(List<String> texts) {
        Set<MountFlag> flags = EnumSet.noneOf(MountFlag.class);
        for (int i = 0; i < texts.size(); i++) {
            if (texts.get(i).equals("rw")) continue;
            int at = i;
            flags.add(MountFlag.parse(texts.get(i))
                    .orElseThrow(() -> invalid("volume_capability.mount.mount_flags[" + at + "]: a bind mount has only "
                            + "rw, ro, nosuid, nodev, noexec, noatime, nodiratime, relatime")));
        }
        return flags;
    }

    static Map<String, String> parameters(Map<String, String> parameters) {
        long bytes = parameters.entrySet().stream()
                .mapToLong(e -> bytes(e.getKey()) + bytes(e.getValue()))
                .sum();
        if (bytes > MAX_MAP_BYTES) throw invalid("parameters: is larger than " + MAX_MAP_BYTES + " bytes");
        return parameters;
    }

    /**
     * The nodes that the volume must be accessible from; empty if there is no requirement. A preference alone is no
     * requirement.
     */
    static Set<NodeId> requisite(TopologyRequirement requirement, String topologyKey) {
        if (requirement.getRequisiteCount() == 0) return Set.of();
        Set<NodeId> nodes = new TreeSet<>();
        for (Topology topology : requirement.getRequisiteList()) {
            if (topology.getSegmentsCount() != 1) continue;
            Map.Entry<String, String> segment =
                    topology.getSegmentsMap().entrySet().iterator().next();
            if (segment.getKey().equalsIgnoreCase(topologyKey))
                NodeId.parse(segment.getValue()).ifPresent(nodes::add);
        }
        if (nodes.isEmpty())
            throw new RefusedException(
                    Reason.RESOURCE_EXHAUSTED,
                    "accessibility_requirements: none of requisite names a node by " + topologyKey + " alone");
        return nodes;
    }

    /**
     * A path that the orchestrator chose.
     *
     * @param stateFolder may neither contain the path nor lie in it
     */
    static Path path(String text, String field, Path stateFolder) {
        require(!text.isEmpty(), field);
        if (bytes(text) > MAX_PATH_BYTES) throw invalid(field + ": is longer than " + MAX_PATH_BYTES + " bytes");
        Path path;
        try {
            path = Path.of(text);
        } catch (InvalidPathException e) {
            throw invalid(field + ": is not a path");
        }
        if (!path.isAbsolute() || !path.equals(path.normalize()) || path.getNameCount() == 0)
            throw invalid(field + ": must be absolute, without . and .., and not the root");
        if (path.startsWith(stateFolder) || stateFolder.startsWith(path))
            throw invalid(field + ": lies in the plugin's state folder or above it");
        return path;
    }

    /** A path that may exist. Empty for any other: CSI requires NOT_FOUND for it, not INVALID_ARGUMENT. */
    static Optional<Path> somePath(String text) {
        try {
            return Optional.of(Path.of(text)).filter(Path::isAbsolute);
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    static RefusedException invalid(String message) {
        return new RefusedException(Reason.INVALID_ARGUMENT, message);
    }

    private static <T> T checked(Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw invalid(String.valueOf(e.getMessage()));
        }
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
