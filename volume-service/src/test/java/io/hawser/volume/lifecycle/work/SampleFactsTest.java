package io.hawser.volume.lifecycle.work;

import static io.hawser.volume.id.Ids.N1;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.csi.CapabilitySet;
import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.ledger.testkit.ReadTopics;
import io.hawser.testkit.sample.Samples;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.ForgetMount;
import io.hawser.v1.MountReport;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.Task;
import io.hawser.v1.UpdateVolume;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.claim.TaskSpec;
import io.hawser.volume.command.CommandRules;
import io.hawser.volume.command.Situations;
import io.hawser.volume.command.VolumeCommand;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.PublicationSample;
import io.hawser.volume.lifecycle.Retry;
import io.hawser.volume.lifecycle.Volume;
import io.hawser.volume.lifecycle.VolumeInputs.NodeFacts;
import io.hawser.volume.lifecycle.VolumeInputs.PluginFacts;
import io.hawser.volume.node.db.NodePluginRow;
import io.hawser.volume.node.db.NodeRow;
import io.hawser.volume.plugin.db.PluginRow;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The committed samples, as the decisions read them: not only decoded, but understood. */
class SampleFactsTest {
    @Test
    @DisplayName("A plugin's record says where its controller is and what it can do")
    void aPlugin() {
        PluginRow row = new PluginRow();
        row.message = Samples.named("plugin-healthy").bytes();

        PluginFacts inputs = PluginReader.plugin(row).orElseThrow();

        assertThat(inputs.endpoint()).isEqualTo("unix:///run/csi/example.sock");
        assertThat(inputs.publishes()).isTrue();
        assertThat(inputs.creates()).isFalse();
    }

    @Test
    @DisplayName("A node's record, read to the end, "
            + "and its fingerprint say whether it is fenced and what the plugin calls it")
    void aNode() {
        NodeRow node = new NodeRow(N1);
        node.message = Samples.named("node").bytes();
        node.fenceRead = true;
        NodePluginRow nodePlugin = new NodePluginRow();
        nodePlugin.message = Samples.named("fingerprint-healthy").bytes();

        assertThat(PluginReader.node(Optional.of(node), Optional.of(nodePlugin), false))
                .isEqualTo(new NodeFacts(
                        true,
                        "i-0abc",
                        false,
                        false,
                        Optional.empty(),
                        true,
                        CapabilitySet.of(List.of(), List.of(), List.of(1, 99))));
    }

    @Test
    @DisplayName("A fingerprint says whether the plugin takes the volume's group (VOLUME_MOUNT_GROUP)")
    void aPluginThatTakesAGroup() {
        NodePluginRow nodePlugin = new NodePluginRow();
        nodePlugin.message = Fingerprint.newBuilder()
                .setCsiNodeId("i-0abc")
                .addNodeCapabilities(NodeServiceCapability.RPC.Type.VOLUME_MOUNT_GROUP_VALUE)
                .build()
                .toByteArray();

        NodeFacts facts = PluginReader.node(Optional.empty(), Optional.of(nodePlugin), false);

        assertThat(facts.csiNodeId()).isEqualTo("i-0abc");
        assertThat(facts.capabilities().mountsWithGroup()).isTrue();
    }

    @Test
    @DisplayName("A task's record says what it mounts, and whether it still wants it")
    void aTask() throws Exception {
        TaskSpec spec = new TaskSpec(Task.parseFrom(Samples.named("task").bytes()), false);

        assertThat(spec.mounts()).extracting(mount -> mount.getSource()).containsExactly("data", "group:fast");
        assertThat(spec.over()).isFalse();
    }

    @Test
    @DisplayName("A node's report is taken as the newest word on its publication")
    void aReport() throws Exception {
        MountReport report =
                MountReport.parseFrom(Samples.named("mount-report-pending").bytes());
        Publication before =
                Publication.orphaned(new NodeName("node-1"), "i-0abc", 7, MountReport.getDefaultInstance());

        assertThat(before.reporting(report).mounts().reported()).contains(report);
    }

    @Test
    @DisplayName("Each command is accepted")
    void commands() {
        RecordDecoder decoder = new RecordDecoder(ReadTopics.types());
        for (Samples.Sample sample : Samples.of(HawserTopic.VOLUME_COMMANDS.suffix())) {
            Decoded.Known record =
                    (Decoded.Known) decoder.decode(sample.records().getFirst());
            VolumeCommand command = VolumeCommand.in(record);
            Optional<Volume> existing =
                    command.created().isPresent() ? Optional.empty() : Optional.of(leaving(command));
            assertThat(CommandRules.of(command, Situations.of(existing)))
                    .as(sample.name())
                    .isInstanceOfAny(CommandRules.Verdict.Accepted.class, CommandRules.Verdict.Done.class);
        }
    }

    /** The volume that the command is about, on its way from a node. */
    private static Volume leaving(VolumeCommand command) {
        String uid = "uid";
        VolumeSpec.Builder spec = VolumeSpec.newBuilder();
        if (command instanceof VolumeCommand.Remove(var _, RemoveVolume remove)) {
            uid = remove.getUid();
        } else if (command instanceof VolumeCommand.Update(var _, UpdateVolume update) && update.hasExpected()) {
            uid = update.getUid();
            spec.putAllLabels(update.getExpected().getLabelsMap())
                    .setAvailability(update.getExpected().getAvailability());
        }
        NodeName node = new NodeName("node-1");
        // What is detached by hand is unmounted, and the plugin has failed to detach it.
        boolean detached = command instanceof VolumeCommand.Forget(var _, ForgetMount forget) && forget.getDetached();
        Publication leaving = detached
                ? PublicationSample.on(node, Publication.State.PENDING_UNPUBLISH)
                        .retry(new Retry(1, Optional.empty(), "no such node", OptionalLong.empty(), false))
                        .done()
                : Publication.orphaned(node, "i-0abc", 7, MountReport.getDefaultInstance());
        return Volume.accepted(command.volume(), uid, spec.build()).with(leaving);
    }
}
