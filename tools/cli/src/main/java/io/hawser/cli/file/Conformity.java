package io.hawser.cli.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Checks JSON against a message's form: protobuf's parser says neither where the fault is nor what would be right. */
final class Conformity {
    private Conformity() {}

    /**
     * What is wrong with a field.
     *
     * @param path such as {@code spec.sharing}; empty for the whole record
     */
    record Fault(String path, String sentence) {}

    /** @param path of this JSON; may be empty */
    static Optional<Fault> fault(JsonNode json, Descriptor type, String path) {
        if (!json.isObject()) {
            return Optional.of(new Fault(path, quoted(json) + " has none of the fields " + fields(type)));
        }
        return json.propertyStream()
                .flatMap(field -> member(field, type, path).stream())
                .findFirst();
    }

    private static Optional<Fault> member(Map.Entry<String, JsonNode> member, Descriptor type, String path) {
        String below = path.isEmpty() ? member.getKey() : path + "." + member.getKey();
        return type.getFields().stream()
                .filter(field -> field.getJsonName().equals(member.getKey())
                        || field.getName().equals(member.getKey()))
                .findFirst()
                .map(field -> field(member.getValue(), field, below))
                .orElseGet(() -> Optional.of(new Fault(below, "there is no such field, only " + fields(type))));
    }

    private static Optional<Fault> field(JsonNode json, FieldDescriptor field, String path) {
        if (json.isNull()) {
            return Optional.empty();
        }
        if (field.isMapField()) {
            FieldDescriptor value = field.getMessageType().findFieldByName("value");
            return !json.isObject()
                    ? Optional.of(new Fault(path, quoted(json) + " is no object of keys and values"))
                    : json.propertyStream()
                            .flatMap(each -> value(each.getValue(), value, path + "." + each.getKey()).stream())
                            .findFirst();
        }
        if (field.isRepeated()) {
            return !json.isArray()
                    ? Optional.of(new Fault(path, quoted(json) + " is no list"))
                    : IntStream.range(0, json.size())
                            .boxed()
                            .flatMap(i -> value(json.get(i), field, path + "[" + i + "]").stream())
                            .findFirst();
        }
        return value(json, field, path);
    }

    private static Optional<Fault> value(JsonNode json, FieldDescriptor field, String path) {
        String expected =
                switch (field.getJavaType()) {
                    // Protobuf writes its own types, such as a time, as texts.
                    case MESSAGE ->
                        field.getMessageType().getFullName().startsWith("google.protobuf.") ? "" : "message";
                    case ENUM -> constant(json, field) ? "" : "is none of " + constants(field);
                    case BOOLEAN -> json.asText().matches("true|false") ? "" : "is none of true, false";
                    case INT, LONG -> whole(json) ? "" : "is no whole number";
                    case STRING, BYTE_STRING, FLOAT, DOUBLE -> json.isTextual() ? "" : "is no text";
                };
        return switch (expected) {
            case "" -> Optional.empty();
            case "message" -> fault(json, field.getMessageType(), path);
            default -> Optional.of(new Fault(path, quoted(json) + " " + expected));
        };
    }

    private static boolean constant(JsonNode json, FieldDescriptor field) {
        return field.getEnumType().getValues().stream()
                .anyMatch(value -> value.getName().equals(json.asText())
                        || Integer.toString(value.getNumber()).equals(json.asText()));
    }

    /** The names without the one that means "unspecified". */
    private static String constants(FieldDescriptor field) {
        return field.getEnumType().getValues().stream()
                .filter(value -> value.getNumber() != 0)
                .map(EnumValueDescriptor::getName)
                .collect(Collectors.joining(", "));
    }

    private static boolean whole(JsonNode json) {
        try {
            new BigDecimal(json.asText()).longValueExact();
            return true;
        } catch (ArithmeticException | NumberFormatException e) {
            return false;
        }
    }

    private static String fields(Descriptor type) {
        return type.getFields().stream().map(FieldDescriptor::getJsonName).collect(Collectors.joining(", "));
    }

    private static String quoted(JsonNode json) {
        return Stream.of(json)
                .filter(JsonNode::isContainerNode)
                .map(each -> each.isArray() ? "a list" : "an object")
                .findFirst()
                .orElse("'" + json.asText() + "'");
    }
}
