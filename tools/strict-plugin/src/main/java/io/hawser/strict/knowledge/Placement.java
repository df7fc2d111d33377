package io.hawser.strict.knowledge;

import io.hawser.csi.v1.VolumeCapability;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** One volume on one node: attached, staged, published. */
public final class Placement {

    public static final class Target {
        private final Standing standing = new Standing();
        private boolean readonly;

        public Standing standing() {
            return standing;
        }

        /** According to the target's last publish. */
        public boolean readonly() {
            return readonly;
        }
    }

    private final Standing attachment = new Standing();
    private final Standing staging = new Standing();
    private final Map<String, Target> targets = new LinkedHashMap<>();
    private String stagingPath = "";
    private boolean attachedReadonly;
    private Map<String, String> publishContext = Map.of();
    private Optional<Map<String, String>> publishSecrets = Optional.of(Map.of());
    private Optional<VolumeCapability> capability = Optional.empty();
    private long capabilityFrom;

    public Standing attachment() {
        return attachment;
    }

    public Standing staging() {
        return staging;
    }

    /** Where the volume is, or may be, staged. */
    public String stagingPath() {
        return stagingPath;
    }

    /** The publish context of the last ControllerPublishVolume whose success the caller received. */
    public Map<String, String> publishContext() {
        return publishContext;
    }

    /** The secrets of the last ControllerPublishVolume; empty if an earlier process received it. */
    public Optional<Map<String, String>> publishSecrets() {
        return publishSecrets;
    }

    public boolean attachedReadonly() {
        return attachedReadonly;
    }

    /** The capability with which the volume came to this node. */
    public Optional<VolumeCapability> capability() {
        return empty() ? Optional.empty() : capability;
    }

    /** The call that {@link #capability} comes from. */
    public long capabilityFrom() {
        return capabilityFrom;
    }

    public Optional<Target> target(String path) {
        return Optional.ofNullable(targets.get(path));
    }

    /** Targets where the volume is, or may be, published, by path. */
    public Stream<Map.Entry<String, Target>> standingTargets() {
        return targets.entrySet().stream()
                .filter(entry -> !entry.getValue().standing().absent());
    }

    /** Whether the volume is certainly staged or published on the node. */
    public boolean onNode() {
        return staging.present()
                || targets.values().stream()
                        .anyMatch(target -> target.standing().present());
    }

    /** Whether the node certainly has nothing of the volume staged or published. */
    public boolean nodeEmpty() {
        return staging.absent() && standingTargets().findAny().isEmpty();
    }

    /** The last call about what is, or may be, on the node; 0 if nothing is. */
    public long lastCallOnNode() {
        return Stream.concat(
                        Stream.of(staging).filter(standing -> !standing.absent()),
                        standingTargets().map(entry -> entry.getValue().standing()))
                .mapToLong(Standing::lastCall)
                .max()
                .orElse(0);
    }

    /** Whether the volume is certainly neither attached to the node nor on it. */
    public boolean empty() {
        return attachment.absent() && nodeEmpty();
    }

    void restoreAttachment(VolumeCapability with, boolean readonly, Map<String, String> context, boolean certain) {
        capability = Optional.of(with);
        attachedReadonly = readonly;
        publishContext = context;
        publishSecrets = Optional.empty();
        attachment.restore(certain);
    }

    void restoreStaging(VolumeCapability with, String path, boolean certain) {
        capability = Optional.of(with);
        stagingPath = path;
        staging.restore(certain);
    }

    void restoreTarget(VolumeCapability with, String path, boolean readonly) {
        capability = Optional.of(with);
        Target target = targets.computeIfAbsent(path, p -> new Target());
        target.readonly = readonly;
        target.standing.restore(true);
    }

    void wipe() {
        staging.wipe();
        targets.clear();
    }

    void came(long call, Optional<VolumeCapability> wanted) {
        if (empty() && wanted.isPresent()) {
            capability = wanted;
            capabilityFrom = call;
        }
    }

    void attaching(long call, boolean readonly, Map<String, String> secrets) {
        attachment.doing(call);
        attachedReadonly = readonly;
        publishSecrets = Optional.of(secrets);
    }

    void attached(Map<String, String> context) {
        publishContext = context;
    }

    void staging(long call, String path) {
        if (staging.absent()) {
            stagingPath = path;
        }
        staging.doing(call);
    }

    void publishing(long call, String path, boolean readonly) {
        Target target = targets.computeIfAbsent(path, p -> new Target());
        target.readonly = readonly;
        target.standing.doing(call);
    }

    void unpublished(String path) {
        Optional.ofNullable(targets.get(path))
                .filter(target -> target.standing.absent())
                .ifPresent(gone -> targets.remove(path));
    }
}
