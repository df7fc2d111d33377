package io.hawser.volume.spec;

import static io.hawser.volume.id.Ids.V;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.Origin;
import io.hawser.v1.CapacityRange;
import io.hawser.v1.MountAccess;
import io.hawser.v1.Scope;
import io.hawser.v1.SecretReference;
import io.hawser.v1.Sharing;
import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import io.hawser.v1.Topology;
import io.hawser.v1.TopologyRequirement;
import io.hawser.v1.UpdateVolume;
import io.hawser.v1.VolumeAvailability;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.command.CommandRules;
import io.hawser.volume.command.VolumeCommand;
import io.hawser.volume.lifecycle.Volume;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpecRulesTest {
    @Test
    @Tag("swarmkit-T80")
    @DisplayName("A sound specification has no fault")
    void aSoundSpecificationHasNoFault() {
        assertThat(SpecRules.check(spec().build())).isEmpty();
    }

    @Test
    @DisplayName("What is exactly at a bound has no fault")
    void whatIsAtABoundIsSound() {
        assertThat(capacity(1, 0)).isEmpty();
        assertThat(capacity(2, 2)).isEmpty();
        assertThat(SpecRules.check(spec().putParameters("k", "v".repeat(SpecRules.MAP_BYTES - 1))
                        .build()))
                .isEmpty();
        assertThat(SpecRules.check(spec().setTopology(TopologyRequirement.newBuilder()
                                .addPreferred(Topology.newBuilder().putSegments("zone", "2")))
                        .build()))
                .isEmpty();
    }

    private static Optional<Fault> capacity(long required, long limit) {
        return SpecRules.check(spec().setCapacity(
                        CapacityRange.newBuilder().setRequiredBytes(required).setLimitBytes(limit))
                .build());
    }

    @Test
    @Tag("swarmkit-T79")
    @Tag("swarmkit-T82")
    @Tag("swarmkit-X-24")
    @DisplayName("Each fault names its field")
    void eachFaultNamesItsField() {
        assertField("spec.plugin", b -> b.clearPlugin());
        assertField("spec.plugin", b -> b.setPlugin("../p"));
        assertField("spec.plugin", b -> b.setPlugin("csi..example"));
        assertField("spec.group", b -> b.setGroup("a/b"));
        assertField("spec.mount", b -> b.clearMount());
        assertField("spec.sharing", b -> b.setScope(Scope.SCOPE_MULTI_NODE).setSharing(Sharing.SHARING_NONE));
        assertField(
                "spec.capacity.required_bytes",
                b -> b.setCapacity(CapacityRange.newBuilder().setRequiredBytes(-1)));
        assertField(
                "spec.capacity.limit_bytes",
                b -> b.setCapacity(
                        CapacityRange.newBuilder().setRequiredBytes(2).setLimitBytes(1)));
        assertField("spec.parameters", b -> b.putParameters("k", "v".repeat(5000)));
        assertField("spec.parameters", b -> b.putParameters("é".repeat(65), ""));
        assertField("spec.labels", b -> b.putLabels("k", "v".repeat(5000)));
        assertField("spec.labels", b -> b.putLabels("", "v"));
        assertField(
                "spec.secrets[0].name",
                b -> b.addSecrets(SecretReference.newBuilder().setKey("k").setName("../../etc/shadow")));
        assertField("spec.secrets[1].key", b -> b.addSecrets(
                        SecretReference.newBuilder().setKey("k").setName("a"))
                .addSecrets(SecretReference.newBuilder().setKey("k").setName("b")));
        assertField(
                "spec.topology.preferred[0]",
                b -> b.setTopology(TopologyRequirement.newBuilder()
                        .addRequisite(Topology.newBuilder().putSegments("z", "1"))
                        .addPreferred(Topology.newBuilder().putSegments("z", "2"))));
    }

    @Test
    @DisplayName("What every call would refuse for its size or form is refused at the command, naming the field")
    void whatEveryCallWouldRefuseIsRefusedHere() {
        assertField(
                "spec.mount.fs_type", b -> b.setMount(MountAccess.newBuilder().setFsType("x".repeat(129))));
        assertField(
                "spec.mount.volume_mount_group",
                b -> b.setMount(MountAccess.newBuilder().setVolumeMountGroup("é".repeat(65))));
        assertField(
                "spec.mount.mount_flags[1]",
                b -> b.setMount(MountAccess.newBuilder().addMountFlags("ro").addMountFlags(" ")));
        assertField(
                "spec.mount.mount_flags",
                b -> b.setMount(
                        MountAccess.newBuilder().addMountFlags("a".repeat(4096)).addMountFlags("b")));
        assertField("spec.secrets", b -> {
            for (int i = 0; i < 33; i++) {
                b.addSecrets(
                        SecretReference.newBuilder().setKey("k".repeat(125) + i).setName("n"));
            }
            return b;
        });
        assertField("spec.topology", b -> b.setTopology(TopologyRequirement.getDefaultInstance()));
        for (String key : new String[] {"", "/zone", "a/", "a/b/" + "c".repeat(64), "z".repeat(64)}) {
            assertField("spec.topology.requisite[0].segments", b -> b.setTopology(segment(key, "1")));
        }
        for (String value : new String[] {"", "v".repeat(64)}) {
            assertField("spec.topology.requisite[0].segments", b -> b.setTopology(segment("zone", value)));
        }
        assertField(
                "spec.topology.preferred[1].segments",
                b -> b.setTopology(TopologyRequirement.newBuilder()
                        .addPreferred(Topology.newBuilder().putSegments("zone", "1"))
                        .addPreferred(
                                Topology.newBuilder().putSegments("zone", "1").putSegments("Zone", "2"))));
    }

    @Test
    @DisplayName("What is as large as a call may be is accepted")
    void whatIsAsLargeAsACallMayBeIsAccepted() {
        VolumeSpec.Builder spec = spec().setMount(MountAccess.newBuilder()
                        .setFsType("x".repeat(128))
                        .setVolumeMountGroup("g".repeat(128))
                        .addMountFlags("a".repeat(4096)))
                .setTopology(segment("p".repeat(63) + "/" + "n".repeat(63), "v".repeat(63)));
        for (int i = 0; i < 32; i++) {
            spec.addSecrets(SecretReference.newBuilder()
                    .setKey("k".repeat(126) + (10 + i))
                    .setName("n"));
        }

        assertThat(SpecRules.check(spec.build())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "password=hunter2",
                "ro,Password = hunter2",
                "pass=hunter2",
                "password2=hunter2",
                "pwd=hunter2",
                "secret=hunter2",
                "access_token=hunter2",
                "secret-access-key=hunter2",
                "x,passphrase=hunter2"
            })
    @DisplayName("A mount flag that looks like a credential is refused, and its value is not repeated")
    void aFlagThatLooksLikeACredentialIsRefused(String flag) {
        VolumeSpec spec = spec().setMount(
                        MountAccess.newBuilder().addMountFlags("ro").addMountFlags(flag))
                .build();

        assertThat(SpecRules.check(spec)).hasValueSatisfying(fault -> {
            assertThat(fault.field()).isEqualTo("spec.mount.mount_flags[1]");
            assertThat(fault.reason()).contains("spec.secrets").doesNotContain("hunter2");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ro",
                "noatime,nodev",
                "uid=1000",
                "credentials=/etc/cifs",
                "passwd_file=/etc/s3",
                "secretfile=/etc/ceph",
                "password",
                "compass=n",
                "bypass=1"
            })
    @DisplayName("A mount flag that names a file, or is no option with a value, is no credential")
    void anyOtherFlagIsNone(String flag) {
        assertThat(SpecRules.check(spec().setMount(MountAccess.newBuilder().addMountFlags(flag))
                        .build()))
                .isEmpty();
    }

    @Test
    @DisplayName(
            "An update is judged by what it changes: a volume that an earlier version accepted can still be drained")
    void anUpdateIsJudgedByWhatItChanges() {
        VolumeSpec old = spec().setMount(MountAccess.newBuilder().addMountFlags("password=x"))
                .build();

        UpdateVolume drain = UpdateVolume.newBuilder()
                .setName("v")
                .setAvailability(VolumeAvailability.VOLUME_AVAILABILITY_DRAIN)
                .build();

        VolumeCommand command = VolumeCommand.in(new Decoded.Known(
                new Origin("hawser.volume-commands", "", 0, 0), "v", "id", "hawser.v1.UpdateVolume", drain));
        Optional<Volume> existing = Optional.of(Volume.accepted(V, "uid", old));

        assertThat(CommandRules.of(
                        command, new CommandRules.Situation(existing, List.of(), true, "uid", Instant.EPOCH)))
                .isInstanceOf(CommandRules.Verdict.Done.class);
        assertThat(SpecRules.changeable(old)).isEmpty();
        assertThat(SpecRules.changeable(
                        old.toBuilder().putLabels("k", "v".repeat(5000)).build()))
                .map(Fault::field)
                .contains("spec.labels");
    }

    @Test
    @DisplayName("Names that could leave their folder are no names")
    void namesThatCouldLeaveTheirFolderAreNoNames() {
        for (String name : new String[] {"", "A", "a/b", "..", "a..b", "-a", "a-", "a".repeat(64), "a\u0000"}) {
            assertThat(Names.segment(name)).as(name).isPresent();
            assertThat(Names.volume(name)).as(name).isPresent();
        }
        assertThat(Names.volume("a.b")).isPresent();
        assertThat(Names.segment("a.b")).isEmpty();
    }

    @Test
    @DisplayName("A task's record is judged field by field")
    void aTasksRecordIsJudgedFieldByField() {
        Task sound = Task.newBuilder()
                .setName("t")
                .addMounts(TaskMount.newBuilder().setSource("group:g").setTarget("/a"))
                .build();
        assertThat(TaskRules.check(sound)).isEmpty();
        assertThat(TaskRules.check(sound.toBuilder().setName("../t").build())
                        .orElseThrow()
                        .field())
                .isEqualTo("name");
        assertThat(TaskRules.check(sound.toBuilder().setNode("n/1").build())
                        .orElseThrow()
                        .field())
                .isEqualTo("node");
        assertThat(TaskRules.check(
                                sound.toBuilder().addMounts(sound.getMounts(0)).build())
                        .orElseThrow()
                        .field())
                .isEqualTo("mounts[1].target");
        assertThat(TaskRules.check(sound.toBuilder()
                        .setMounts(0, sound.getMounts(0).toBuilder().setTarget("/a\0b"))
                        .build()))
                .map(Fault::field)
                .contains("mounts[0].target");
        assertThat(TaskRules.check(sound.toBuilder()
                        .setMounts(
                                0,
                                sound.getMounts(0).toBuilder()
                                        .addMountFlags("ro")
                                        .addMountFlags("password=x"))
                        .build()))
                .map(Fault::field)
                .contains("mounts[0].mount_flags[1]");
        assertThat(TaskRules.check(sound.toBuilder()
                                .setMounts(
                                        0,
                                        TaskMount.newBuilder()
                                                .setSource("group:")
                                                .setTarget("/a"))
                                .build())
                        .orElseThrow()
                        .field())
                .isEqualTo("mounts[0].source");
    }

    @Test
    @DisplayName("A task's service is none, or is called as deallocator-service takes it")
    void aTasksServiceIsCalledAsDeallocatorServiceTakesIt() {
        Task.Builder task = Task.newBuilder().setName("t");
        String[] sound = {"", "w", "web", "Web_1.a-b", "a".repeat(128)};
        String[] unsound = {"/", "a/b", "..", "../up", "a..b", "-a", "a-", ".a", "a b", "ä", "a\0", "a".repeat(129)};
        for (String service : sound) {
            assertThat(TaskRules.check(task.setService(service).build()))
                    .as(service)
                    .isEmpty();
        }
        for (String service : unsound) {
            assertThat(TaskRules.check(task.setService(service).build()).map(Fault::field))
                    .as(service)
                    .contains("service");
        }
    }

    @Test
    @DisplayName("A task has at most 256 mounts, whose targets are absolute paths of at most 1024 bytes")
    void aTasksMountsAreBounded() {
        Task.Builder task = Task.newBuilder().setName("t");
        for (int i = 0; i < 256; i++) {
            task.addMounts(TaskMount.newBuilder().setSource("v").setTarget("/" + i));
        }
        assertThat(TaskRules.check(task.build())).isEmpty();
        assertThat(TaskRules.check(target(task, "/" + "x".repeat(1023)))).isEmpty();
        assertThat(TaskRules.check(target(task, "\0")).map(Fault::reason)).contains("it holds a NUL character");
        assertThat(TaskRules.check(target(task, "data")).map(Fault::reason))
                .contains("it is no absolute path: it begins without /");
        assertThat(TaskRules.check(task.clone()
                        .addMounts(TaskMount.newBuilder().setSource("v").setTarget("/more"))
                        .build()))
                .map(Fault::field)
                .contains("mounts");
        assertThat(TaskRules.check(
                        task.setMounts(3, TaskMount.newBuilder().setSource("v").setTarget("/" + "é".repeat(512)))
                                .build()))
                .map(Fault::field)
                .contains("mounts[3].target");
    }

    private static Task target(Task.Builder task, String target) {
        return task.clone()
                .setMounts(3, TaskMount.newBuilder().setSource("v").setTarget(target))
                .build();
    }

    @Test
    @DisplayName("However long what is refused, the sentence about it stays short")
    void sentencesStayShort() {
        String endless = "x".repeat(550_000);

        assertThat(Names.volume(endless).orElseThrow()).hasSizeLessThan(700);
        assertThat(Names.segment(endless).orElseThrow()).hasSizeLessThan(700);
        assertThat(Names.service(endless).orElseThrow()).hasSizeLessThan(700);
        assertThat(SpecRules.check(spec().setPlugin(endless).build())
                        .orElseThrow()
                        .reason())
                .hasSizeLessThan(700);
        assertThat(SpecRules.check(
                                spec().addSecrets(SecretReference.newBuilder().setKey(endless))
                                        .build())
                        .orElseThrow()
                        .reason())
                .hasSizeLessThan(700);
    }

    private static void assertField(String field, UnaryOperator<VolumeSpec.Builder> spoil) {
        assertThat(SpecRules.check(spoil.apply(spec()).build()).map(Fault::field))
                .contains(field);
    }

    private static TopologyRequirement segment(String key, String value) {
        return TopologyRequirement.newBuilder()
                .addRequisite(Topology.newBuilder().putSegments(key, value))
                .build();
    }

    private static VolumeSpec.Builder spec() {
        return VolumeSpec.newBuilder().setPlugin("csi.example.com").setMount(MountAccess.getDefaultInstance());
    }
}
