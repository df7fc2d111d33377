package io.hawser.volume;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.strict.backend.StoredVolume;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.fault.FaultScript;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.Assignment;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Plugin;
import io.hawser.v1.RegisterVolume;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.TaskState;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumeCondition;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.testkit.MountReports;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Volumes that the plugin has already, with a real broker and a real database. */
@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
class RegisterVolumeIT extends OwnCluster {
    private final String node = "n1-" + run;
    private final String volume = "v" + run;
    private final String other = "w" + run;
    private final String disk = "disk-" + run;

    @BeforeEach
    void start() throws IOException {
        open(plugin -> plugin.withAdopted(List.of(disk)), node);
        cluster.describe();
    }

    @Test
    @DisplayName("A volume that a forced removal kept is registered under another name, used, and kept again")
    void keptAndRegistered() {
        // Given
        cluster.create(volume, "create-" + run);
        String id = orchestrator.awaitCreated(volume).getInfo().getVolumeId();
        Map<String, String> shown =
                given().get("/v1/volumes/" + volume + "/context").path("volumeContext");
        orchestrator.write(
                HawserTopic.VOLUME_COMMANDS,
                volume,
                "force-" + run,
                RemoveVolume.newBuilder().setName(volume).setForce(true).build());
        orchestrator.awaitGone(HawserTopic.VOLUMES, volume);
        StoredVolume kept = cluster.strict.volumes().stream()
                .filter(there -> there.id().equals(id))
                .findFirst()
                .orElseThrow();

        // When
        register(other, kept.id(), shown);
        CommandResult registered = orchestrator.awaitResult("register-" + other, CommandResult::hasDone);
        Volume present = orchestrator.awaitCreated(other);
        cluster.task("t" + run, node, other, TaskState.TASK_STATE_PENDING);
        Assignment assigned = orchestrator.awaitAssigned(node, other);
        cluster.obey(assigned);
        orchestrator.awaitTask("t" + run, task -> task.getMounts(0).hasMounted());
        cluster.task("t" + run, node, other, TaskState.TASK_STATE_COMPLETE);
        cluster.obey(orchestrator.awaitAssignment(node, other, Assignment::getNothing));
        cluster.remove(other, "remove-" + run);

        // Then
        CommandResult removed = orchestrator.awaitResult("remove-" + run, CommandResult::hasDone);
        orchestrator.awaitGone(HawserTopic.VOLUMES, other);
        assertThat(registered.getDone().getNote()).isEqualTo("registered");
        assertThat(registered.getCommandType()).isEqualTo("hawser.v1.RegisterVolume");
        assertThat(shown).isNotEmpty().isEqualTo(kept.context());
        assertThat(present.getInfo().getVolumeId()).isEqualTo(id);
        assertThat(present.getCreateAttempted()).isFalse();
        assertThat(assigned.getVolumeContextMap()).isEqualTo(kept.context());
        assertThat(removed.getDone().getNote()).isEqualTo("the record is gone, the backing storage is kept");
        assertThat(cluster.strict.volumes()).extracting(StoredVolume::id).contains(id);
        assertThat(answered(Rpc.CREATE_VOLUME)).hasSize(1);
        assertThat(cluster.calls(Rpc.DELETE_VOLUME)).isEmpty();
        assertThat(cluster.strict.verdict().violations()).isEmpty();
    }

    @Test
    @DisplayName("An id that the plugin does not have is a condition in the plugin's words, and the registration can be"
            + " taken back")
    void unknownId() {
        // When
        register(volume, "none-" + run, Map.of());
        Volume rejected = orchestrator.awaitCondition(volume, "Rejected");
        cluster.remove(volume, "remove-" + run);
        CommandResult removed = orchestrator.awaitResult("remove-" + run, CommandResult::hasDone);

        // Then
        assertThat(rejected.getConditionsList())
                .filteredOn(condition -> condition.getType().equals("Rejected"))
                .singleElement()
                .extracting(VolumeCondition::getMessage)
                .asString()
                .contains("NOT_FOUND");
        assertThat(rejected.getMayExist()).isFalse();
        assertThat(removed.getDone().getNote()).isEqualTo("the registration is taken back, nothing was deleted");
        assertThat(orchestrator
                        .awaitResult("register-" + volume, CommandResult::hasDone)
                        .getDone()
                        .getNote())
                .isEqualTo("removed before it was registered");
    }

    @Test
    @DisplayName(
            "Of two registrations of one id, in one batch or not, one is accepted; after its removal the id is free")
    void oneIdTwice() {
        // When
        register(volume, disk, Map.of());
        register(other, disk, Map.of());

        // Then
        orchestrator.awaitResult("register-" + volume, CommandResult::hasDone);
        CommandResult second = orchestrator.awaitResult("register-" + other, CommandResult::hasRejected);
        assertThat(second.getRejected().getField()).isEqualTo("volume_id");
        assertThat(second.getRejected().getMessage())
                .isEqualTo("volume " + volume + " of plugin p" + run + " has the id " + disk);

        // When
        cluster.remove(volume, "remove-" + run);
        orchestrator.awaitGone(HawserTopic.VOLUMES, volume);
        write("again-" + run, volume, disk, Map.of());

        // Then
        orchestrator.awaitResult("again-" + run, CommandResult::hasDone);
    }

    @Test
    @DisplayName("A registration does not wait for a decision about another volume of the plugin")
    void besideADecision() throws SQLException {
        // Given
        tables.awaitCount(1, "select count(*) from plugin where name = ?", "p" + run);
        try (Connection decision = database.getConnection()) {
            decision.setAutoCommit(false);
            update(decision, "select 1 from plugin where name = ? for share", "p" + run);

            // When
            register(volume, disk, Map.of());

            // Then
            orchestrator.awaitResult("register-" + volume, CommandResult::hasDone);
            decision.rollback();
        }
    }

    @Test
    @DisplayName("A plugin that creates a volume with an id that is registered has created none: nothing is used or"
            + " deleted under the second name")
    void anAnswerWithARegisteredId() {
        // Given
        String next = "v-00000001";
        register(volume, next, Map.of());
        orchestrator.awaitCondition(volume, "Rejected");

        // When
        cluster.create(other, "create-" + run);
        Volume rejected = orchestrator.awaitCondition(other, "Rejected");
        cluster.remove(other, "remove-" + run);
        orchestrator.awaitResult("remove-" + run, CommandResult::hasDone);

        // Then
        assertThat(rejected.getConditions(0).getMessage())
                .startsWith("the plugin answered as if it had made it: volume " + volume + " of plugin p" + run
                        + " has the id " + next);
        assertThat(rejected.hasInfo()).isFalse();
        assertThat(cluster.calls(Rpc.DELETE_VOLUME)).isEmpty();
        assertThat(cluster.strict.volumes()).extracting(StoredVolume::id).contains(next);
    }

    @Test
    @DisplayName("A lost answer is asked for again")
    void aLostAnswer() {
        // Given
        cluster.strict.misbehave(FaultScript.parse("ValidateVolumeCapabilities * 1 act-then-drop"));

        // When
        register(volume, disk, Map.of());

        // Then
        assertThat(orchestrator.awaitCreated(volume).getInfo().getVolumeId()).isEqualTo(disk);
        assertThat(cluster.calls(Rpc.VALIDATE_VOLUME_CAPABILITIES)).hasSizeGreaterThanOrEqualTo(2);
        assertThat(cluster.strict.verdict().violations()).isEmpty();
    }

    @Test
    @DisplayName("While a node has a mount of an earlier volume of the name, the registration is refused")
    void mountedOnANode() {
        // Given
        cluster.report(MountReports.orphaned(node, volume, "earlier"));
        tables.awaitCount(1, "select count(*) from unknown_mount where volume = ?", volume);

        // When
        register(volume, disk, Map.of());
        CommandResult refused = orchestrator.awaitResult("register-" + volume, CommandResult::hasRejected);
        cluster.report(MountReports.nothingLeft(node, volume, "earlier"));
        tables.awaitCount(0, "select count(*) from unknown_mount where volume = ?", volume);
        write("again-" + run, volume, disk, Map.of());

        // Then
        assertThat(refused.getRejected().getField()).isEqualTo("name");
        assertThat(refused.getRejected().getMessage()).startsWith("node " + node + " has a mount");
        orchestrator.awaitResult("again-" + run, CommandResult::hasDone);
    }

    @Test
    @DisplayName("A mount of a volume that its plugin has not confirmed yet stays until the plugin has")
    void mountedBeforeItIsConfirmed() {
        // Given
        register(volume, "none-" + run, Map.of());
        String uid = orchestrator.awaitCondition(volume, "Rejected").getUid();

        // When
        cluster.report(MountReports.orphaned(node, volume, uid));

        // Then
        tables.awaitCount(1, "select count(*) from orphaned_mount where volume = ? and message <> ''", volume);
        assertThat(tables.text("select message from orphaned_mount where volume = ?", volume))
                .isEqualTo("the node is answered when plugin p" + run + " has created the volume");
    }

    @Test
    @DisplayName("An id of one plugin is free at another one")
    void atAnotherPlugin() {
        // Given
        String plugin = "q" + run;
        register(volume, disk, Map.of());
        orchestrator.awaitResult("register-" + volume, CommandResult::hasDone);
        orchestrator.write(
                HawserTopic.PLUGINS,
                plugin,
                plugin,
                Plugin.newBuilder().setName(plugin).setRevision(1).build());

        // When
        write("register-" + other, other, cluster.spec().setPlugin(plugin), disk, Map.of());

        // Then
        orchestrator.awaitResult("register-" + other, CommandResult::hasAccepted);
        orchestrator.remove(HawserTopic.PLUGINS, plugin);
    }

    private void register(String name, String id, Map<String, String> context) {
        write("register-" + name, name, id, context);
    }

    private void write(String command, String name, String id, Map<String, String> context) {
        write(command, name, cluster.spec(), id, context);
    }

    private void write(String command, String name, VolumeSpec.Builder spec, String id, Map<String, String> context) {
        orchestrator.write(
                HawserTopic.VOLUME_COMMANDS,
                name,
                command,
                RegisterVolume.newBuilder()
                        .setName(name)
                        .setSpec(spec)
                        .setVolumeId(id)
                        .putAllVolumeContext(context)
                        .build());
    }
}
