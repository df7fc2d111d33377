package io.hawser.strict.call;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.MapEntry;
import com.google.protobuf.Message;
import io.hawser.csi.v1.VolumeCapability;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The fields that many requests share, by their name. A field that the request's type lacks reads as empty. */
public record RequestFields(Message request) {

    public String volumeId() {
        return string("volume_id");
    }

    public String nodeId() {
        return string("node_id");
    }

    public String name() {
        return string("name");
    }

    public String snapshotId() {
        return string("snapshot_id");
    }

    public String groupSnapshotId() {
        return string("group_snapshot_id");
    }

    public String stagingPath() {
        return string("staging_target_path");
    }

    public String targetPath() {
        return string("target_path");
    }

    public String volumePath() {
        return string("volume_path");
    }

    public Map<String, String> volumeContext() {
        return map("volume_context");
    }

    public Map<String, String> publishContext() {
        return map("publish_context");
    }

    public Map<String, String> secrets() {
        return map("secrets");
    }

    public Optional<VolumeCapability> capability() {
        return field("volume_capability").filter(request::hasField).map(field ->
                (VolumeCapability) request.getField(field));
    }

    /** The request's capability or capabilities. */
    public List<VolumeCapability> capabilities() {
        return field("volume_capabilities")
                .map(field -> ((List<?>) request.getField(field))
                        .stream().map(VolumeCapability.class::cast).toList())
                .orElseGet(() -> capability().stream().toList());
    }

    public boolean readonly() {
        return field("readonly").map(field -> (Boolean) request.getField(field)).orElse(false);
    }

    /** The same request without its secrets, which may change between two attempts at the same thing. */
    public Message withoutSecrets() {
        return field("secrets")
                .map(field -> request.toBuilder().clearField(field).build())
                .orElse(request);
    }

    public Optional<FieldDescriptor> field(String name) {
        return Optional.ofNullable(request.getDescriptorForType().findFieldByName(name));
    }

    private String string(String name) {
        return field(name).map(field -> (String) request.getField(field)).orElse("");
    }

    /** A {@code map<string, string>} field, in the order of the wire. */
    public Map<String, String> map(String name) {
        Optional<FieldDescriptor> field = field(name);
        if (field.isEmpty()) {
            return Map.of();
        }
        Map<String, String> map = new LinkedHashMap<>();
        for (Object entry : (List<?>) request.getField(field.get())) {
            MapEntry<?, ?> pair = (MapEntry<?, ?>) entry;
            map.put((String) pair.getKey(), (String) pair.getValue());
        }
        return map;
    }
}
