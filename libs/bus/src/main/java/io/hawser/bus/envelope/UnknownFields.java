package io.hawser.bus.envelope;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import io.hawser.message.Truncated;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Finds fields of a JSON object that its message does not have. A reader ignores them, because a newer producer may
 * write them. But a mistyped field would be lost without a word, so the answer names it.
 */
final class UnknownFields {
    /** An answer must stay small, whatever it answers. */
    static final int MOST = 16;

    private final List<String> sentences = new ArrayList<>();
    private int more;

    private UnknownFields() {}

    /** One sentence for each field, in the order of the text. */
    static List<String> in(Descriptor type, JsonNode json) {
        UnknownFields found = new UnknownFields();
        found.read(type, json, "");
        if (found.more > 0) {
            found.sentences.add(found.more + " more fields are ignored");
        }
        return List.copyOf(found.sentences);
    }

    private void read(Descriptor type, JsonNode json, String path) {
        for (Map.Entry<String, JsonNode> member : json.properties()) {
            Optional<FieldDescriptor> field = field(type, member.getKey());
            if (field.isPresent()) {
                read(field.get(), member.getValue(), path + member.getKey());
            } else if (sentences.size() < MOST) {
                sentences.add(sentence(type, path, member.getKey()));
            } else {
                more++;
            }
        }
    }

    private void read(FieldDescriptor field, JsonNode value, String here) {
        if (field.getJavaType() != JavaType.MESSAGE || field.isMapField()) {
            // No map of Hawser has messages as values.
            return;
        }
        if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                read(field.getMessageType(), value.get(i), here + "[" + i + "].");
            }
        } else {
            read(field.getMessageType(), value, here + ".");
        }
    }

    private static Optional<FieldDescriptor> field(Descriptor type, String name) {
        return type.getFields().stream()
                .filter(field ->
                        field.getJsonName().equals(name) || field.getName().equals(name))
                .findFirst();
    }

    private static String sentence(Descriptor type, String path, String name) {
        String known =
                type.getFields().stream().map(FieldDescriptor::getJsonName).collect(Collectors.joining(", "));
        return StorableText.mended(Truncated.of("'" + path + name + "' is unknown and ignored: " + type.getName()
                + (known.isEmpty() ? " has no fields" : " has " + known)));
    }
}
