package io.hawser.csi;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.hawser.csi.v1.CsiProto;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The size limits of every message in either direction (CSI, "Size Limits" and "Secrets Requirements"): strings up to
 * 128 bytes, maps up to 4 KiB in all. Counts bytes of UTF-8, never characters, and shows no value.
 *
 * <p>A value that the plugin makes and gets back unchanged may be larger: a plugin that answers CreateVolume with too
 * long an id has still made a volume, and a client that refused the id could never delete it.
 */
final class FieldLimits {

    static final int STRING_BYTES = 128;
    static final int NODE_ID_BYTES = 256;
    static final int MAP_BYTES = 4096;
    /** Far above any plugin's ids, and small enough for every record that contains one. */
    static final int PLUGIN_MADE_STRING_BYTES = 4096;

    static final int PLUGIN_MADE_MAP_BYTES = 64 * 1024;
    /** Linux's PATH_MAX without its final NUL; CSI leaves paths to the operating system. */
    static final int PATH_BYTES = 4095;

    private static final Set<String> PATHS = Set.of("staging_target_path", "target_path", "volume_path");
    private static final Set<String> NODE_IDS = Set.of("node_id", "published_node_ids");
    private static final Set<String> PLUGIN_MADE_STRINGS = Set.of(
            "volume_id",
            "source_volume_id",
            "source_volume_ids",
            "snapshot_id",
            "snapshot_ids",
            "base_snapshot_id",
            "target_snapshot_id",
            "group_snapshot_id",
            "starting_token",
            "next_token");
    private static final Set<String> PLUGIN_MADE_MAPS = Set.of("volume_context", "publish_context", "segments");
    private static final String MOUNT_FLAGS = "mount_flags";
    private static final Pattern SECRET_KEY = Pattern.compile("[A-Za-z0-9._-]+");

    private FieldLimits() {}

    static Optional<Violation> check(Message message) {
        return check("", message);
    }

    private static Optional<Violation> check(String prefix, Message message) {
        for (var set : message.getAllFields().entrySet()) {
            FieldDescriptor field = set.getKey();
            Optional<Violation> found = check(prefix + field.getName(), field, set.getValue());
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<Violation> check(String path, FieldDescriptor field, Object value) {
        if (field.isMapField()) {
            return map(path, field, (List<?>) value);
        }
        if (field.isRepeated()) {
            return repeated(path, field, (List<?>) value);
        }
        return single(path, field, value);
    }

    private static Optional<Violation> single(String path, FieldDescriptor field, Object value) {
        return switch (field.getJavaType()) {
            case STRING -> tooLong(path, bytes(value), limitOf(field));
            case MESSAGE -> check(path + ".", (Message) value);
            default -> Optional.empty();
        };
    }

    private static Optional<Violation> repeated(String path, FieldDescriptor field, List<?> values) {
        if (field.getName().equals(MOUNT_FLAGS)) {
            return tooLong(path, values.stream().mapToInt(FieldLimits::bytes).sum(), MAP_BYTES);
        }
        for (int i = 0; i < values.size(); i++) {
            Optional<Violation> found = single(path + "[" + i + "]", field, values.get(i));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<Violation> map(String path, FieldDescriptor field, List<?> entries) {
        boolean secret = field.getOptions().getExtension(CsiProto.csiSecret);
        FieldDescriptor keyField = field.getMessageType().findFieldByNumber(1);
        FieldDescriptor valueField = field.getMessageType().findFieldByNumber(2);
        int total = 0;
        for (Object each : entries) {
            Message entry = (Message) each;
            String key = (String) entry.getField(keyField);
            if (secret && !SECRET_KEY.matcher(key).matches()) {
                return Optional.of(new Violation(path, "may have keys of letters, digits, '-', '_' and '.' only"));
            }
            total += bytes(key) + bytes(entry.getField(valueField));
        }
        return tooLong(path, total, PLUGIN_MADE_MAPS.contains(field.getName()) ? PLUGIN_MADE_MAP_BYTES : MAP_BYTES);
    }

    private static int limitOf(FieldDescriptor field) {
        if (PATHS.contains(field.getName())) {
            return PATH_BYTES;
        }
        if (PLUGIN_MADE_STRINGS.contains(field.getName())) {
            return PLUGIN_MADE_STRING_BYTES;
        }
        return NODE_IDS.contains(field.getName()) ? NODE_ID_BYTES : STRING_BYTES;
    }

    private static int bytes(Object text) {
        return ((String) text).getBytes(StandardCharsets.UTF_8).length;
    }

    private static Optional<Violation> tooLong(String path, int bytes, int limit) {
        return bytes <= limit
                ? Optional.empty()
                : Optional.of(
                        new Violation(path, "has " + bytes + " bytes, more than the " + limit + " that are allowed"));
    }
}
