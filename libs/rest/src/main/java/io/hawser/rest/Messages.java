package io.hawser.rest;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.LinkedHashMap;
import java.util.Map;

/** Schemas of protobuf's messages in its JSON mapping. No field is required: one with its default may be left out. */
record Messages(Schemas schemas) {
    private static final Map<String, Object> INTEGER = Map.of("type", "integer");

    Map<String, Object> of(Class<?> message) {
        try {
            return of((Descriptor) message.getMethod("getDescriptor").invoke(null));
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(message + ": no message of protobuf", e);
        }
    }

    private Map<String, Object> of(Descriptor message) {
        return switch (message.getFullName()) {
            case "google.protobuf.Timestamp" -> Schemas.INSTANT;
            case "google.protobuf.Duration" -> Schemas.TEXT;
            default ->
                schemas.component(message.getFullName(), schema -> {
                    Map<String, Object> properties = new LinkedHashMap<>();
                    message.getFields().forEach(field -> properties.put(field.getJsonName(), of(field)));
                    schema.put("type", "object");
                    schema.put("properties", properties);
                });
        };
    }

    private Map<String, Object> of(FieldDescriptor field) {
        if (field.isMapField()) {
            return Schemas.map(one(field.getMessageType().findFieldByName("value")));
        }
        return field.isRepeated() ? Schemas.array(one(field)) : one(field);
    }

    private Map<String, Object> one(FieldDescriptor field) {
        return switch (field.getJavaType()) {
            case MESSAGE -> of(field.getMessageType());
            case ENUM ->
                Map.of(
                        "type",
                        "string",
                        "enum",
                        field.getEnumType().getValues().stream()
                                .map(EnumValueDescriptor::getName)
                                .toList());
            case BOOLEAN -> Map.of("type", "boolean");
            case INT -> EnumNames.FIELDS.contains(field.getJsonName()) ? Schemas.TEXT : INTEGER;
            case FLOAT, DOUBLE -> Map.of("type", "number");
            // A number of 64 bits is a string in this mapping: JavaScript would round it.
            case LONG, STRING, BYTE_STRING -> Schemas.TEXT;
        };
    }
}
