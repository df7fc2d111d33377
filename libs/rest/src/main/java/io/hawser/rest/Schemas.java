package io.hawser.rest;

import io.smallrye.mutiny.Uni;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** JSON schemas of answers, read off the types that resources return. */
final class Schemas {
    static final String REF = "$ref";
    static final Map<String, Object> TEXT = Map.of("type", "string");
    static final Map<String, Object> INSTANT = Map.of("type", "string", "format", "date-time");

    private static final String PLACE = "#/components/schemas/";

    private final Map<String, Map<String, Object>> components = new TreeMap<>();
    private final Messages messages = new Messages(this);

    /** All schemas that others refer to, by name. */
    Map<String, Map<String, Object>> components() {
        return components;
    }

    /** @throws IllegalArgumentException if the type does not say what it looks like as JSON */
    Map<String, Object> of(Type type) {
        if (type instanceof ParameterizedType generic) {
            return of((Class<?>) generic.getRawType(), generic.getActualTypeArguments());
        }
        if (type == String.class) {
            return TEXT;
        }
        if (type == Instant.class) {
            return INSTANT;
        }
        if (type == boolean.class || type == Boolean.class) {
            return Map.of("type", "boolean");
        }
        if (type == int.class || type == long.class || type == Long.class) {
            return Map.of("type", "integer");
        }
        if (type instanceof Class<?> record && record.isRecord()) {
            return component(record.getSimpleName(), schema -> object(schema, record));
        }
        throw new IllegalArgumentException(type + ": no schema for this type");
    }

    private Map<String, Object> of(Class<?> raw, Type[] arguments) {
        Type last = arguments[arguments.length - 1];
        if (raw == Uni.class) {
            return of(last);
        }
        if (raw == Optional.class) {
            return nullable(of(last));
        }
        if (raw == List.class) {
            return array(of(last));
        }
        if (raw == Map.class) {
            return map(last == Object.class ? Map.of() : of(last));
        }
        if (raw == Page.class) {
            return Map.of(
                    "type", "object",
                    "properties", Map.of(Page.ITEMS, array(of(last)), Endpoint.CONTINUE, TEXT),
                    "required", List.of(Page.ITEMS));
        }
        if (raw == RawJson.class) {
            return message(last);
        }
        throw new IllegalArgumentException(raw + ": no schema for this type");
    }

    private Map<String, Object> message(Type type) {
        return type instanceof ParameterizedType either
                ? Map.of(
                        "anyOf",
                        Arrays.stream(either.getActualTypeArguments())
                                .map(this::message)
                                .toList())
                : messages.of((Class<?>) type);
    }

    /** The item of a list; empty: the type is no list. */
    Optional<Map<String, Object>> item(Type type) {
        return type instanceof ParameterizedType generic
                ? generic.getRawType() == Page.class
                        ? Optional.of(of(generic.getActualTypeArguments()[0]))
                        : generic.getRawType() == Uni.class
                                ? item(generic.getActualTypeArguments()[0])
                                : Optional.empty()
                : Optional.empty();
    }

    /** What a reference stands for; any other schema is itself. */
    Map<String, Object> resolved(Map<String, Object> schema) {
        return schema.get(REF) instanceof String ref
                ? components.getOrDefault(ref.substring(PLACE.length()), Map.of())
                : schema;
    }

    /** A reference to a schema whose keywords are put once. Being there before it is full, it may contain itself. */
    Map<String, Object> component(String name, Consumer<Map<String, Object>> filling) {
        if (!components.containsKey(name)) {
            Map<String, Object> schema = new LinkedHashMap<>();
            components.put(name, schema);
            filling.accept(schema);
        }
        return Map.of(REF, PLACE + name);
    }

    private void object(Map<String, Object> schema, Class<?> record) {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (RecordComponent component : record.getRecordComponents()) {
            Map<String, Object> one = of(component.getGenericType());
            boolean absentable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
            properties.put(component.getName(), absentable ? nullable(one) : one);
        }
        schema.put("type", "object");
        schema.put("properties", properties);
        schema.put("required", List.copyOf(properties.keySet()));
    }

    static Map<String, Object> array(Map<String, Object> items) {
        return Map.of("type", "array", "items", items);
    }

    static Map<String, Object> map(Map<String, Object> values) {
        return Map.of("type", "object", "additionalProperties", values);
    }

    private static Map<String, Object> nullable(Map<String, Object> schema) {
        return Map.of("anyOf", List.of(schema, Map.of("type", "null")));
    }
}
