package io.hawser.plugin.registry.kafka;

import com.google.protobuf.Message;
import io.hawser.bus.key.NodePlugin;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.csi.AllowedEndpoints;
import io.hawser.ledger.intake.SampleStep;
import io.hawser.v1.DeregisterPluginInstance;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.Node;
import io.hawser.v1.NodeHeartbeat;
import io.hawser.v1.RegisterPluginInstance;
import java.util.List;

/**
 * Sample records: one plugin with one instance on one node, all of one name, is registered, found, lost and
 * deregistered.
 */
record RegistrySample(String name, String endpoint) {
    /** @param allowed without any entry, every registration is refused, and so is this one */
    static List<SampleStep> steps(String name, AllowedEndpoints allowed) {
        return new RegistrySample(name, allowed.example(name).orElse("unix:///" + name + ".sock")).steps();
    }

    private List<SampleStep> steps() {
        String onNode = new NodePlugin(name, name).key();
        return List.of(
                says(HawserTopic.NODES, name, node(true)),
                says(HawserTopic.PLUGIN_COMMANDS, name, register()),
                // The same command again gets the same answer.
                says(HawserTopic.PLUGIN_COMMANDS, name, register()),
                says(HawserTopic.FINGERPRINTS, onNode, fingerprint(true)),
                says(
                        HawserTopic.FINGERPRINTS,
                        name,
                        NodeHeartbeat.newBuilder().setNode(name).build()),
                says(HawserTopic.FINGERPRINTS, onNode, fingerprint(false)),
                // The plugin found on the node depends on this.
                says(HawserTopic.NODES, name, node(false)),
                says(HawserTopic.NODES, name, node(true)),
                says(
                        HawserTopic.PLUGIN_COMMANDS,
                        name,
                        DeregisterPluginInstance.newBuilder()
                                .setPlugin(name)
                                .setInstance(name)
                                .build()),
                new SampleStep.Gone(HawserTopic.FINGERPRINTS, onNode),
                new SampleStep.Gone(HawserTopic.NODES, name));
    }

    /** Each type has one id, so a repeated command is the same command. */
    private SampleStep says(HawserTopic topic, String key, Message message) {
        return new SampleStep.Says(
                topic, key, name + "-" + message.getDescriptorForType().getName(), message);
    }

    private Node node(boolean fenced) {
        return Node.newBuilder().setName(name).setFenced(fenced).build();
    }

    private RegisterPluginInstance register() {
        return RegisterPluginInstance.newBuilder()
                .setPlugin(name)
                .setInstance(name)
                .setNode(name)
                .setEndpoint(endpoint)
                .build();
    }

    private Fingerprint fingerprint(boolean healthy) {
        return Fingerprint.newBuilder()
                .setNode(name)
                .setPlugin(name)
                .setHealthy(healthy)
                .build();
    }
}
