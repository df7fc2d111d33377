package io.hawser.volume.intake;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.intake.SampleStep;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.RowLock;
import io.hawser.v1.AgentIdentity;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.MountAccess;
import io.hawser.v1.MountReport;
import io.hawser.v1.Node;
import io.hawser.v1.NodeHeartbeat;
import io.hawser.v1.Plugin;
import io.hawser.v1.RegisterVolume;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.command.VolumeCommand;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.db.ClaimRow;
import io.hawser.volume.lifecycle.db.PublicationRow;
import io.hawser.volume.lifecycle.db.VolumeRow;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The records about one volume on one node for one task, all with one name. Some are repeated when others wait for the
 * entity. A report finds a published volume and an unpublished one.
 */
record VolumeSample(String name) {
    private static final String WAITS = "/waits";
    private static final String HOLDS = "/holds";

    static List<SampleStep> steps(String name) {
        return new VolumeSample(name).steps();
    }

    private List<SampleStep> steps() {
        String onNode = name + "/" + name;
        String unknown = name + "-unknown";
        MountReport.Builder report = MountReport.newBuilder()
                .setNode(name)
                .setVolume(name)
                .setUid(name)
                .setAgent(agent());
        List<SampleStep> steps = new ArrayList<>(List.of(
                says(HawserTopic.NODES, Node.newBuilder().setName(name)),
                says(
                        HawserTopic.FINGERPRINTS,
                        NodeHeartbeat.newBuilder().setNode(name).setRevision(1).setAgent(agent())),
                says(HawserTopic.PLUGINS, plugin(1)),
                says(HawserTopic.FINGERPRINTS, onNode, nodePlugin(1)),
                says(HawserTopic.TASKS, task()),
                new SampleStep.Given(tx -> claim(tx, WAITS, "", Claim.State.WAITING)),
                says(HawserTopic.VOLUME_COMMANDS, create(name, name)),
                // A repetition: it is answered again.
                says(HawserTopic.VOLUME_COMMANDS, create(name, name)),
                says(HawserTopic.VOLUME_COMMANDS, name + "-registered", register()),
                // The command waits for the plugin.
                says(HawserTopic.VOLUME_COMMANDS, unknown, create(unknown, unknown)),
                new SampleStep.Given(this::knowTheUid),
                // The node has no assignment.
                says(HawserTopic.MOUNTS, onNode, report.clone().setRevision(1)),
                says(HawserTopic.MOUNTS, onNode, report.clone().setRevision(2).setNothingLeft(true)),
                // The volume is unknown.
                says(
                        HawserTopic.MOUNTS,
                        name + "/" + unknown + "-too",
                        report.clone().setVolume(unknown + "-too")),
                new SampleStep.Given(this::publish),
                new SampleStep.Given(tx -> claim(tx, HOLDS, name, Claim.State.GRANTED)),
                says(
                        HawserTopic.MOUNTS,
                        onNode,
                        report.clone().setRevision(3).setGeneration(1).setOrphaned(true))));
        commands().forEach(command -> steps.add(says(HawserTopic.VOLUME_COMMANDS, command)));
        steps.addAll(List.of(
                says(HawserTopic.TASKS, task()),
                says(HawserTopic.PLUGINS, plugin(2)),
                says(HawserTopic.FINGERPRINTS, onNode, nodePlugin(2)),
                says(HawserTopic.NODES, Node.newBuilder().setName(name).setFenced(true)),
                new SampleStep.Gone(HawserTopic.MOUNTS, onNode),
                new SampleStep.Gone(HawserTopic.TASKS, name),
                new SampleStep.Gone(HawserTopic.FINGERPRINTS, onNode),
                new SampleStep.Gone(HawserTopic.PLUGINS, name),
                new SampleStep.Gone(HawserTopic.NODES, name)));
        return steps;
    }

    /** Each command about an existing volume, the removal last. */
    private Stream<Message.Builder> commands() {
        Message.Builder removal = about(RemoveVolume.getDefaultInstance());
        Stream<Message.Builder> others = VolumeCommand.PROTOTYPES.values().stream()
                .filter(command -> !(command instanceof CreateVolume
                        || command instanceof RegisterVolume
                        || command instanceof RemoveVolume))
                .map(this::about);
        return Stream.concat(others, Stream.of(removal));
    }

    /** Names the volume and, if the command has one, the node. */
    private Message.Builder about(Message command) {
        Message.Builder named = command.newBuilderForType();
        for (String field : List.of("name", "node")) {
            FieldDescriptor found = command.getDescriptorForType().findFieldByName(field);
            if (found != null) {
                named.setField(found, name);
            }
        }
        return named;
    }

    private SampleStep says(HawserTopic topic, Message.Builder message) {
        return says(topic, name, message);
    }

    /** One id for each type and key: a repeated record is the same command. */
    private SampleStep says(HawserTopic topic, String key, Message.Builder message) {
        String id = name + "-" + message.getDescriptorForType().getName() + "-" + key;
        return new SampleStep.Says(topic, key, id, message.build());
    }

    private Plugin.Builder plugin(long revision) {
        return Plugin.newBuilder()
                .setName(name)
                .setEndpoint("unix:///" + revision)
                .setRevision(revision);
    }

    private Fingerprint.Builder nodePlugin(long revision) {
        return Fingerprint.newBuilder()
                .setNode(name)
                .setPlugin(name)
                .setRevision(revision)
                .setAgent(agent());
    }

    private AgentIdentity agent() {
        return AgentIdentity.newBuilder()
                .setRoot(name)
                .setMachine(name)
                .setBootId(name)
                .build();
    }

    private Task.Builder task() {
        return Task.newBuilder()
                .setName(name)
                .setNode(name)
                .setService(name)
                .addMounts(TaskMount.newBuilder().setSource(name).setTarget(HOLDS));
    }

    private CreateVolume.Builder create(String volume, String plugin) {
        return CreateVolume.newBuilder()
                .setName(volume)
                .setSpec(VolumeSpec.newBuilder()
                        .setPlugin(plugin)
                        .setGroup(name)
                        .setMount(MountAccess.getDefaultInstance()));
    }

    private RegisterVolume.Builder register() {
        return RegisterVolume.newBuilder()
                .setName(name + "-registered")
                .setSpec(VolumeSpec.newBuilder().setPlugin(name).setMount(MountAccess.getDefaultInstance()))
                .setVolumeId(name + "-id");
    }

    /** The uid derives from the record's position. */
    private Uni<Void> knowTheUid(LedgerTransaction tx) {
        return VolumeRow.locked(tx, List.of(new VolumeName(name)), RowLock.UPDATE)
                .invoke(rows -> rows.getFirst().uid = name)
                .replaceWithVoid();
    }

    private Uni<Void> publish(LedgerTransaction tx) {
        PublicationRow row = new PublicationRow();
        row.volume = name;
        row.node = name;
        row.state = Publication.State.PUBLISHED.name();
        row.csiNodeId = name;
        row.publishContext = new byte[0];
        row.generation = 1;
        row.assigned = new String[0];
        row.attempted = true;
        row.failure = "";
        tx.add(row);
        return Uni.createFrom().voidItem();
    }

    private Uni<Void> claim(LedgerTransaction tx, String target, String volume, Claim.State state) {
        ClaimRow row = new ClaimRow();
        row.task = name;
        row.target = target;
        row.volume = volume;
        row.source = name;
        row.node = name;
        row.targetId = name + target.substring(1);
        row.state = state.name();
        row.message = "";
        row.awaits = new String[0];
        row.path = "";
        tx.add(row);
        return Uni.createFrom().voidItem();
    }
}
