package io.hawser.plugin.registry.kafka;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.topic.TopicNames;
import io.hawser.csi.AllowedEndpoints;
import io.hawser.v1.Node;
import io.hawser.v1.RegisterPluginInstance;
import java.util.List;

/** Records of the registry's topics, and what is read in them where an endpoint may be anywhere. */
final class Readings {
    static final AllowedEndpoints ANYWHERE =
            AllowedEndpoints.parse("hawser.probe.endpoints", List.of("unix:///", "tcp://*:*"));

    private Readings() {}

    static RegisterPluginInstance register(String plugin, String instance, String endpoint, String node) {
        return RegisterPluginInstance.newBuilder()
                .setPlugin(plugin)
                .setInstance(instance)
                .setEndpoint(endpoint)
                .setNode(node)
                .build();
    }

    static Node node(String name) {
        return Node.newBuilder().setName(name).build();
    }

    static io.hawser.v1.Fingerprint fingerprint(String node, String plugin) {
        return io.hawser.v1.Fingerprint.newBuilder()
                .setNode(node)
                .setPlugin(plugin)
                .setHealthy(true)
                .setMessage("as ever")
                .setNoController(true)
                .build();
    }

    static ParsedRecord read(String topic, String key, Message message) {
        return read(topic, key, message, ANYWHERE);
    }

    static ParsedRecord read(String topic, String key, Message message, AllowedEndpoints allowed) {
        return FactReader.read(
                new Decoded.Known(
                        new Origin("hawser." + topic, "", 0, 0), key, "id-1", MessageTypes.nameOf(message), message),
                TopicNames.DEFAULT,
                allowed);
    }
}
