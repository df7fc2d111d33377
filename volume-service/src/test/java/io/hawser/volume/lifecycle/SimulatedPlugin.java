package io.hawser.volume.lifecycle;

import io.hawser.csi.CapabilitySet;
import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.lifecycle.CallOutcome.Cause;
import io.hawser.volume.lifecycle.VolumeInputs.PluginFacts;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** What the plugin can do, what it really has, and what a call does. */
final class SimulatedPlugin {
    PluginFacts facts = perhapsReadOnly(Scenes.PLUGIN);
    /** The registry says nothing of the plugin; what it can do, and holds, stays. */
    boolean unknown;

    static final Provision.Info REGISTERED = new Provision.Info("registered", 0, Map.of(), List.of());

    boolean exists;
    /** It was made without Hawser. */
    boolean registered;
    /** By a CreateVolume of the run, not by a database that was lost before it. */
    boolean created;

    final Set<NodeName> attached = new TreeSet<>();
    /** Those of {@link #attached} whose last call had {@code readonly}. */
    final Set<NodeName> readOnly = new TreeSet<>();
    /** A node's records were lost, and with them how the volume is attached there. */
    boolean perhapsOtherwise;
    /** Those of {@link #attached} that no record has, and that were made in a way of their own. */
    final Set<NodeName> unrecorded = new TreeSet<>();
    /** Where nothing was attached since the plugin could not. */
    final Set<NodeName> attachmentsForgotten = new HashSet<>();

    Optional<PluginFacts> known() {
        return Optional.of(facts).filter(all -> !unknown);
    }

    boolean callable() {
        return !unknown && !facts.endpoint().isEmpty();
    }

    /** Whether the node has it, and this call would attach it there in another way. */
    boolean differs(Operation operation, boolean withReadOnly) {
        return operation instanceof Operation.Publish(NodeName node)
                && attached.contains(node)
                && !unrecorded.contains(node)
                && readOnly.contains(node) != withReadOnly;
    }

    CallOutcome act(Operation operation, boolean withReadOnly) {
        return switch (operation) {
            case Operation.Create() when registered -> new CallOutcome.Created(new Operation.Create(), REGISTERED);
            case Operation.Create() when !facts.creates() -> new CallOutcome.Rejected("UNIMPLEMENTED");
            case Operation.Create() -> {
                exists = true;
                created = true;
                yield new CallOutcome.Created(new Operation.Create(), new Provision.Info("id", 0, Map.of(), List.of()));
            }
            case Operation.Delete() when !attached.isEmpty() -> new CallOutcome.Rejected("in use", Cause.IN_USE);
            case Operation.Delete() -> {
                exists = false;
                yield new CallOutcome.Deleted(new Operation.Delete());
            }
            case Operation.Publish(NodeName node) when !facts.publishes() -> new CallOutcome.Rejected("UNIMPLEMENTED");
            case Operation.Unpublish(NodeName node)
            when !facts.publishes() -> new CallOutcome.Rejected("UNIMPLEMENTED");
            case Operation.Publish(NodeName node)
            when unrecorded.contains(node) -> new CallOutcome.Rejected("in another way", Cause.ATTACHED_OTHERWISE);
            case Operation.Publish(NodeName node)
            when differs(operation, withReadOnly) ->
                new CallOutcome.Rejected("in another way", Cause.ATTACHED_OTHERWISE);
            case Operation.Publish(NodeName node) -> {
                attached.add(node);
                readOnly.remove(node);
                if (withReadOnly) {
                    readOnly.add(node);
                }
                attachmentsForgotten.remove(node);
                yield new CallOutcome.Published(new Operation.Publish(node), Map.of("dev", node.value()));
            }
            case Operation.Unpublish(NodeName node) -> {
                attached.remove(node);
                readOnly.remove(node);
                unrecorded.remove(node);
                yield new CallOutcome.Unpublished(new Operation.Unpublish(node));
            }
        };
    }

    /** Another version of it runs, or none. */
    void changes(Random random, Set<NodeName> nodes) {
        boolean attaches = random.nextInt(3) > 0;
        if (!attaches) {
            attachmentsForgotten.addAll(nodes);
            attached.clear();
            readOnly.clear();
            unrecorded.clear();
        }
        facts = perhapsReadOnly(Scenes.plugin(
                random.nextInt(4) == 0 ? "" : "unix:///p.sock", random.nextInt(4) > 0, attaches, random.nextInt(3)));
    }

    /** Each version of an odd number attaches read-only too. */
    static PluginFacts perhapsReadOnly(PluginFacts facts) {
        CapabilitySet before = facts.capabilities();
        Set<Integer> controller = new HashSet<>(before.controller());
        if (facts.publishes() && facts.version() % 2 == 1) {
            controller.add(ControllerServiceCapability.RPC.Type.PUBLISH_READONLY_VALUE);
        }
        return new PluginFacts(
                facts.endpoint(), CapabilitySet.of(before.plugin(), controller, before.node()), facts.version());
    }

    /** A call of a lost life has its effect. */
    void attachesUnrecorded(NodeName node) {
        if (exists && facts.publishes() && attached.add(node)) {
            unrecorded.add(node);
        }
    }

    void comesBack() {
        facts = perhapsReadOnly(Scenes.plugin("unix:///p.sock", true, facts.publishes(), facts.version()));
    }
}
