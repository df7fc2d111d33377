package io.hawser.strict.call;

import static java.util.Map.entry;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.csi.v1.VolumeContentSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The fields that the specification calls REQUIRED, which proto3 cannot express. Booleans and numbers are left out:
 * their zero is a value.
 */
public final class RequiredFields {

    private static final Map<Rpc, List<String>> REQUIRED = Map.ofEntries(
            entry(Rpc.CREATE_VOLUME, List.of("name", "volume_capabilities")),
            entry(Rpc.DELETE_VOLUME, List.of("volume_id")),
            entry(Rpc.CONTROLLER_PUBLISH_VOLUME, List.of("volume_id", "node_id", "volume_capability")),
            entry(Rpc.CONTROLLER_UNPUBLISH_VOLUME, List.of("volume_id")),
            entry(Rpc.VALIDATE_VOLUME_CAPABILITIES, List.of("volume_id", "volume_capabilities")),
            entry(Rpc.CONTROLLER_GET_VOLUME, List.of("volume_id")),
            entry(Rpc.CONTROLLER_MODIFY_VOLUME, List.of("volume_id", "parameters_mutable")),
            entry(Rpc.CONTROLLER_EXPAND_VOLUME, List.of("volume_id", "capacity_range")),
            entry(Rpc.CREATE_SNAPSHOT, List.of("source_volume_id", "name")),
            entry(Rpc.DELETE_SNAPSHOT, List.of("snapshot_id")),
            entry(Rpc.GET_SNAPSHOT, List.of("snapshot_id")),
            entry(Rpc.CREATE_VOLUME_GROUP_SNAPSHOT, List.of("name", "source_volume_ids")),
            entry(Rpc.DELETE_VOLUME_GROUP_SNAPSHOT, List.of("group_snapshot_id", "snapshot_ids")),
            entry(Rpc.GET_VOLUME_GROUP_SNAPSHOT, List.of("group_snapshot_id", "snapshot_ids")),
            entry(Rpc.NODE_STAGE_VOLUME, List.of("volume_id", "staging_target_path", "volume_capability")),
            entry(Rpc.NODE_UNSTAGE_VOLUME, List.of("volume_id", "staging_target_path")),
            entry(Rpc.NODE_PUBLISH_VOLUME, List.of("volume_id", "target_path", "volume_capability")),
            entry(Rpc.NODE_UNPUBLISH_VOLUME, List.of("volume_id", "target_path")),
            entry(Rpc.NODE_GET_VOLUME_STATS, List.of("volume_id", "volume_path")),
            entry(Rpc.NODE_EXPAND_VOLUME, List.of("volume_id", "volume_path")));

    private RequiredFields() {}

    /** The names of the request's own required fields that it lacks. */
    public static List<String> outer(Rpc rpc, Message request) {
        return REQUIRED.getOrDefault(rpc, List.of()).stream()
                .filter(name -> !isSet(request, request.getDescriptorForType().findFieldByName(name)))
                .toList();
    }

    /** The names of the required fields that a request lacks; inner ones with their path. */
    public static List<String> missing(Rpc rpc, Message request) {
        List<String> missing = new ArrayList<>(outer(rpc, request));
        for (VolumeCapability capability : new RequestFields(request).capabilities()) {
            ofCapability(capability, missing);
        }
        new RequestFields(request)
                .field("volume_content_source")
                .filter(request::hasField)
                .map(field -> (VolumeContentSource) request.getField(field))
                .ifPresent(source -> ofSource(source, missing));
        return missing;
    }

    private static boolean isSet(Message request, FieldDescriptor field) {
        if (field.isRepeated()) {
            return request.getRepeatedFieldCount(field) > 0;
        }
        return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
                ? request.hasField(field)
                : !request.getField(field).equals(field.getDefaultValue());
    }

    private static void ofCapability(VolumeCapability capability, List<String> missing) {
        if (capability.getAccessTypeCase() == VolumeCapability.AccessTypeCase.ACCESSTYPE_NOT_SET) {
            missing.add("volume_capability.access_type");
        }
        if (capability.getAccessMode().getMode() == VolumeCapability.AccessMode.Mode.UNKNOWN) {
            missing.add("volume_capability.access_mode.mode");
        }
    }

    private static void ofSource(VolumeContentSource source, List<String> missing) {
        boolean there =
                switch (source.getTypeCase()) {
                    case SNAPSHOT -> !source.getSnapshot().getSnapshotId().isEmpty();
                    case VOLUME -> !source.getVolume().getVolumeId().isEmpty();
                    case TYPE_NOT_SET -> false;
                };
        if (!there) {
            missing.add("volume_content_source.type");
        }
    }
}
