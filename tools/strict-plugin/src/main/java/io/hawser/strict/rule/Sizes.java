package io.hawser.strict.rule;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.MapEntry;
import com.google.protobuf.Message;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Visits the parts of a request that the section "Size Limits" restricts. */
final class Sizes {

    /** Bytes of UTF-8 in a string. */
    static final int STRING = 128;

    /** Bytes of UTF-8 in a node id. */
    static final int NODE_ID = 256;

    /** Bytes of UTF-8 in all keys and values of a map, or in all mount flags. */
    static final int MAP = 4096;

    private Sizes() {}

    /** Visits each string that is neither a path nor in a map, with its field. */
    static void strings(Message message, BiConsumer<FieldDescriptor, String> visitor) {
        for (Map.Entry<FieldDescriptor, Object> entry : message.getAllFields().entrySet()) {
            FieldDescriptor field = entry.getKey();
            if (field.isMapField()
                    || field.getName().endsWith("_path")
                    || field.getName().equals("mount_flags")) {
                continue;
            }
            for (Object value : values(field, entry.getValue())) {
                switch (value) {
                    case String text -> visitor.accept(field, text);
                    case Message inner -> strings(inner, visitor);
                    default -> {
                        // Numbers and enums have no size.
                    }
                }
            }
        }
    }

    /** Visits each map, with the size of its content. */
    static void maps(Message message, BiConsumer<FieldDescriptor, Integer> visitor) {
        for (Map.Entry<FieldDescriptor, Object> entry : message.getAllFields().entrySet()) {
            FieldDescriptor field = entry.getKey();
            if (field.isMapField()) {
                visitor.accept(
                        field,
                        values(field, entry.getValue()).stream()
                                .map(pair -> (MapEntry<?, ?>) pair)
                                .mapToInt(pair -> bytes(pair.getKey()) + bytes(pair.getValue()))
                                .sum());
            } else if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                values(field, entry.getValue()).forEach(inner -> maps((Message) inner, visitor));
            }
        }
    }

    static int bytes(Object text) {
        return ((String) text).getBytes(StandardCharsets.UTF_8).length;
    }

    private static List<?> values(FieldDescriptor field, Object value) {
        return field.isRepeated() ? (List<?>) value : List.of(value);
    }
}
