package io.hawser.plugin.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.csi.v1.PluginCapability;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Capabilities by CSI's names. The record has numbers, so that a capability of a newer CSI is not lost. */
final class CapabilityNames {
    private static final ObjectMapper JSON = new ObjectMapper();

    private CapabilityNames() {}

    /** @param plugin in protobuf's JSON mapping */
    static String in(String plugin) {
        try {
            ObjectNode node = (ObjectNode) JSON.readTree(plugin);
            name(node, "pluginCapabilities", PluginCapability.Service.Type::forNumber);
            name(node, "controllerCapabilities", ControllerServiceCapability.RPC.Type::forNumber);
            return node.toPrettyString();
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("no JSON: " + plugin, e);
        }
    }

    private static void name(ObjectNode plugin, String field, IntFunction<@Nullable Enum<?>> known) {
        ArrayNode names = JSON.createArrayNode();
        for (JsonNode number : plugin.path(field)) {
            Enum<?> name = known.apply(number.asInt());
            // A number that has no name here is one to everybody.
            names.add(name == null ? String.valueOf(number.asInt()) : name.name());
        }
        plugin.set(field, names);
    }
}
