package io.hawser.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Names for the numbers of an enum. A record has a plugin's capabilities as numbers, so that a capability of a newer
 * CSI is not lost; people read names.
 */
public final class EnumNames {
    /** The lists that REST shows with names; their messages have numbers. */
    static final Set<String> FIELDS = Set.of("pluginCapabilities", "controllerCapabilities", "nodeCapabilities");

    private static final ObjectMapper JSON = new ObjectMapper();

    private EnumNames() {}

    /**
     * Replaces the numbers in some lists. A number without a name stays, as a string.
     *
     * @param message a JSON object
     * @param fields the lists, each of {@link #FIELDS}, and what names their numbers (null = no name); an absent list
     *     becomes an empty one
     */
    public static <M> RawJson<M> in(String message, Map<String, IntFunction<@Nullable Enum<?>>> fields) {
        if (!FIELDS.containsAll(fields.keySet())) {
            throw new IllegalArgumentException("the schemas would say numbers: " + fields.keySet());
        }
        try {
            ObjectNode node = (ObjectNode) JSON.readTree(message);
            fields.forEach((field, names) -> node.set(field, named(node.path(field), names)));
            return new RawJson<>(node.toPrettyString());
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("no JSON: " + message, e);
        }
    }

    private static ArrayNode named(JsonNode numbers, IntFunction<@Nullable Enum<?>> names) {
        ArrayNode named = JSON.createArrayNode();
        for (JsonNode number : numbers) {
            Enum<?> name = names.apply(number.asInt());
            named.add(name == null ? String.valueOf(number.asInt()) : name.name());
        }
        return named;
    }
}
