package io.hawser.volume.lifecycle.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.TopicNames;
import io.hawser.testkit.sample.Samples;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.Task;
import io.hawser.v1.Topology;
import io.hawser.v1.VolumeAvailability;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.claim.ClaimDecision;
import io.hawser.volume.claim.NodeView;
import io.hawser.volume.claim.TaskReport;
import io.hawser.volume.claim.TaskSpec;
import io.hawser.volume.claim.VolumeView;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.id.TaskName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.kafka.Publishing;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Conditions;
import io.hawser.volume.lifecycle.Effect;
import io.hawser.volume.lifecycle.Obstacle;
import io.hawser.volume.lifecycle.Provision;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.PublicationSample;
import io.hawser.volume.lifecycle.Retry;
import io.hawser.volume.lifecycle.Volume;
import io.hawser.volume.lifecycle.VolumeInputs;
import io.hawser.volume.lifecycle.report.VolumeReport.Suspect;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What volume-service's own code makes of a small state is what the committed samples say, to the byte. */
class GoldenSamplesTest {
    private static final String UID = "0a1b2c3d";
    /** As ages are kept: in microseconds. */
    private static final long ASKED = 1_767_225_600_500_000L;

    private static final Publishing PUBLISHING = new Publishing(new RecordEncoder(TopicNames.DEFAULT, "sample"));

    @Test
    @DisplayName("A volume that is published, and whose plugin is away")
    void aVolume() throws Exception {
        Volume volume = volume(new VolumeName("data"), "vol-17", spec("create-volume-mount"), published(7, Map.of()));
        List<Claim> holders = List.of(
                claim("/data", "data", "task-1", false).granted(new VolumeName("data")),
                claim("/data", "data", "task-2", false).granted(new VolumeName("data")));

        OutgoingRecord record = PUBLISHING.volume(
                VolumeReport.of(
                                volume,
                                holders,
                                1,
                                Conditions.of(away(volume, holders), Instant.EPOCH),
                                List.of(),
                                Map.of())
                        .toBuilder()
                        .setRevision(20)
                        .build(),
                Instant.EPOCH);

        isSample("volume-created", record);
    }

    @Test
    @DisplayName(
            "A volume on suspect nodes says of each why, and since when where that is known, in the order of names")
    void onSuspectNodes() throws Exception {
        Volume volume = volume(new VolumeName("data"), "vol-17", spec("create-volume-mount"), published(7, Map.of()));

        var conditions = VolumeReport.of(
                        volume,
                        List.of(),
                        0,
                        List.of(),
                        List.of(),
                        Map.of(
                                new NodeName("node-2"),
                                new Suspect("silent", Optional.of(Instant.ofEpochSecond(5))),
                                new NodeName("node-1"),
                                new Suspect("cloned", Optional.empty())))
                .getConditionsList();

        assertThat(conditions)
                .extracting(c -> c.getType() + " " + c.getNode() + " " + c.getMessage())
                .containsExactly(
                        "NodeSuspect node-1 the node is suspect: cloned",
                        "NodeSuspect node-2 the node is suspect: silent");
        assertThat(conditions.get(0).hasSince()).isFalse();
        assertThat(conditions.get(1).getSince().getSeconds()).isEqualTo(5);
    }

    @Test
    @DisplayName(
            "A task's volumes: one mounted and asked to go, one granted, one waited for since it was asked for, one"
                    + " that failed")
    void aTasksVolumes() throws Exception {
        List<Claim> claims = List.of(
                claim("/late", "late", "task-1.2", false)
                        .waiting(
                                new Obstacle(Obstacle.Reason.VOLUME_NOT_FOUND, "volume late does not exist"), Set.of()),
                claim("/data", "data", "task-1.1", false).granted(new VolumeName("data")),
                shown("/cache", "group:fast", "cache", "task-1.0", Optional.empty()),
                shown(
                        "/slow",
                        "slow",
                        "slow",
                        "task-1.3",
                        Optional.of(new Obstacle(Obstacle.Reason.MOUNT_FAILED, "no such device"))));

        VolumeSpec drained = spec("create-volume-mount").toBuilder()
                .setAvailability(VolumeAvailability.VOLUME_AVAILABILITY_DRAIN)
                .build();
        Volume cache = volume(new VolumeName("cache"), "vol-18", drained, published(7, Map.of()));
        NodeName node = new NodeName("node-1");
        ClaimDecision.Input input = new ClaimDecision.Input(
                new TaskSpec(
                        Task.newBuilder().setName("task-1").setNode("node-1").build(), false),
                List.of(),
                List.of(new VolumeView(cache, Map.of(), List.of(), Set.of())),
                new NodeView(node, Optional.empty(), Map.of(), Map.of(), ""));

        OutgoingRecord record = PUBLISHING.taskVolumes(
                TaskReport.of(input, claims, false).toBuilder().setRevision(21).build(), Instant.EPOCH);

        isSample("task-volumes-reasons", record);
    }

    @Test
    @DisplayName("An assignment of a mount, of a block device, and one that the node shall have nothing")
    void assignments() throws Exception {
        VolumeSpec mount = spec("create-volume-mount").toBuilder()
                .setSharing(io.hawser.v1.Sharing.SHARING_READ_ONLY)
                .build();
        VolumeSpec block = spec("create-volume-block").toBuilder()
                .clearScope()
                .clearSharing()
                .build();
        Publication attached = published(7, Map.of("lun", "4"));
        List<Claim> targets = List.of(
                claim("/b", "data", "task-1.2", true).granted(new VolumeName("data")),
                claim("/a", "data", "task-1", false).granted(new VolumeName("data")));

        isSample(
                "assignment",
                assignment(volume(new VolumeName("data"), "vol-17", mount, attached), attached, false, targets));
        Publication second = published(8, Map.of());
        isSample(
                "assignment-block",
                assignment(volume(new VolumeName("disk"), "vol-18", block, second), second, false, List.of()));
        Publication last = published(9, Map.of());
        isSample(
                "assignment-nothing",
                assignment(volume(new VolumeName("data"), "vol-17", mount, last), last, true, List.of()));
    }

    private static OutgoingRecord assignment(Volume volume, Publication publication, boolean nothing, List<Claim> of) {
        return PUBLISHING.assignment(
                AssignmentReport.of(volume, new Effect.Assign(publication, nothing, of)), Instant.EPOCH);
    }

    private static void isSample(String name, OutgoingRecord record) {
        Samples.Sample sample = Samples.named(name);
        assertThat(record.key()).isEqualTo(sample.key());
        assertThat(record.topic()).isEqualTo("hawser." + sample.topic());
        assertThat(record.headers()).containsEntry("ce_type", sample.type());
        assertThat(record.value().orElseThrow().toByteArray()).as(name).isEqualTo(sample.bytes());
    }

    private static VolumeSpec spec(String sample) throws InvalidProtocolBufferException {
        return CreateVolume.parseFrom(Samples.named(sample).bytes()).getSpec();
    }

    private static Volume volume(VolumeName name, String volumeId, VolumeSpec spec, Publication publication) {
        Map<String, String> context = spec.hasMount() ? Map.of("pool", "p1") : Map.of();
        List<Topology> topology = List.of(
                Topology.newBuilder().putSegments("example.org/zone", "a").build());
        Provision.Info info = new Provision.Info(volumeId, 1L << 30, context, topology);
        return new Volume(
                name,
                UID,
                spec,
                new Provision(true, true, false, info, Retry.NONE, Optional.empty()),
                Optional.empty(),
                new TreeMap<>(Map.of(new NodeName("node-1"), publication)),
                Optional.empty(),
                publication.generation(),
                Optional.empty());
    }

    private static Publication published(long generation, Map<String, String> context) {
        return PublicationSample.on(new NodeName("node-1"), Publication.State.PUBLISHED)
                .knownAs("i-0abc")
                .context(context)
                .mounts(generation, Optional.empty())
                .done();
    }

    /** No controller of its plugin is known. */
    private static Conditions.Input away(Volume volume, List<Claim> holders) {
        VolumeInputs unknown = new VolumeInputs(Optional.empty(), Map.of(), false, Map.of(), Map.of(), Set.of());
        return new Conditions.Input(volume, holders, unknown, Optional.empty(), Optional.empty());
    }

    /** As the node reports it. */
    private static Claim shown(String target, String source, String volume, String id, Optional<Obstacle> obstacle) {
        return new Claim(
                new TaskName("task-1"),
                target,
                source,
                Optional.of(new VolumeName(volume)),
                new NodeName("node-1"),
                new TargetId(id),
                obstacle.isEmpty(),
                List.of(),
                Claim.State.GRANTED,
                1,
                0,
                obstacle,
                Set.of(),
                obstacle.isEmpty() ? "/var/lib/hawser/volumes/cache/" + UID + "/targets/" + id : "");
    }

    private static Claim claim(String target, String source, String targetId, boolean readOnly) {
        return new Claim(
                new TaskName("task-1"),
                target,
                source,
                Optional.empty(),
                new NodeName("node-1"),
                new TargetId(targetId),
                readOnly,
                List.of(),
                Claim.State.WAITING,
                ASKED,
                0,
                Optional.empty(),
                Set.of(),
                "");
    }
}
