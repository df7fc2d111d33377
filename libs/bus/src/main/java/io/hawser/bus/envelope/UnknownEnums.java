package io.hawser.bus.envelope;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds enum values that this version does not know. proto3 keeps such a number, and its JSON parser, if it ignores
 * unknown fields, reads an unknown name, and what is neither name nor number, as zero: a command that is not understood
 * must not become a default.
 */
final class UnknownEnums {
    private static final Map<Descriptor, List<FieldDescriptor>> FIELDS = new ConcurrentHashMap<>();

    private UnknownEnums() {}

    /** A field with an unknown value. */
    record Found(String field, String value) {}

    static Optional<Found> in(Message message) {
        return in(message, "");
    }

    private static Optional<Found> in(Message message, String path) {
        for (FieldDescriptor field : fields(message.getDescriptorForType())) {
            if (!field.isRepeated() && !message.hasField(field)) {
                continue;
            }
            Object content = message.getField(field);
            List<?> values = field.isRepeated() ? (List<?>) content : List.of(content);
            for (int i = 0; i < values.size(); i++) {
                String here = path + field.getName() + (field.isRepeated() && !field.isMapField() ? "[" + i + "]" : "");
                Object value = values.get(i);
                if (value instanceof EnumValueDescriptor known && known.getIndex() < 0) {
                    return Optional.of(new Found(here, Integer.toString(known.getNumber())));
                }
                if (value instanceof Message inner) {
                    Optional<Found> found = in(inner, here + ".");
                    if (found.isPresent()) {
                        return found;
                    }
                }
            }
        }
        return Optional.empty();
    }

    /** The fields that are enums or hold some. Every record that is read is searched, so a type is searched once. */
    private static List<FieldDescriptor> fields(Descriptor type) {
        List<FieldDescriptor> known = FIELDS.get(type);
        if (known == null) {
            known = type.getFields().stream()
                    .filter(field -> holdsEnums(field, new HashSet<>()))
                    .toList();
            FIELDS.put(type, known);
        }
        return known;
    }

    private static boolean holdsEnums(FieldDescriptor field, Set<Descriptor> seen) {
        return switch (field.getJavaType()) {
            case ENUM -> true;
            case MESSAGE ->
                seen.add(field.getMessageType())
                        && field.getMessageType().getFields().stream().anyMatch(inner -> holdsEnums(inner, seen));
            default -> false;
        };
    }

    /** The same for names in protobuf's JSON mapping, before it is parsed. */
    static Optional<Found> in(Descriptor type, JsonNode json) {
        return in(type, json, "");
    }

    private static Optional<Found> in(Descriptor type, JsonNode json, String path) {
        for (FieldDescriptor field : type.getFields()) {
            // If one spelling has a null, protobuf reads the other one.
            Optional<Found> found = in(field, json.path(field.getJsonName()), path);
            if (found.isEmpty() && !field.getName().equals(field.getJsonName())) {
                found = in(field, json.path(field.getName()), path);
            }
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<Found> in(FieldDescriptor field, JsonNode value, String path) {
        boolean list = field.isRepeated() && !field.isMapField();
        int size = list && value.isArray() ? value.size() : 1;
        for (int i = 0; i < size; i++) {
            JsonNode one = list && value.isArray() ? value.get(i) : value;
            Optional<Found> found = one(field, one, path + field.getName() + (list ? "[" + i + "]" : ""));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<Found> one(FieldDescriptor field, JsonNode value, String here) {
        if (value.isMissingNode() || value.isNull()) {
            return Optional.empty();
        }
        if (field.getJavaType() == JavaType.ENUM) {
            boolean readable = value.isTextual()
                    ? field.getEnumType().findValueByName(value.asText()) != null
                    : value.canConvertToExactIntegral() && value.canConvertToInt();
            return readable
                    ? Optional.empty()
                    : Optional.of(new Found(here, value.isTextual() ? value.asText() : value.toString()));
        }
        if (field.getJavaType() == JavaType.MESSAGE && !field.isMapField() && value.isObject()) {
            return in(field.getMessageType(), value, here + ".");
        }
        return Optional.empty();
    }
}
