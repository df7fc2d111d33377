package io.hawser.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.rest.ProtoJson;
import io.hawser.v1.CommandResult;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.Done;
import io.hawser.v1.RegisterVolume;
import io.hawser.v1.Rejected;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.UpdateVolume;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumeCondition;
import io.hawser.v1.VolumePhase;
import io.hawser.v1.VolumeSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code volume} writes, and what it says of the answers. */
class VolumeCommandsIT extends CommandLineFixture {
    @TempDir
    private Path folder;

    @Test
    void creatingAVolumeWritesTheCommandAndEndsWhenItIsCreated() {
        // Given
        services.answer("/v1/commands/", accepted())
                .answer(
                        "/v1/volumes/v1",
                        Volume.newBuilder()
                                .setName("v1")
                                .setPhase(VolumePhase.VOLUME_PHASE_CREATED)
                                .build());

        // When
        int exit = hawser(
                "volume", "create", "v1", "--plugin", "p", "--sharing", "all", "--size", "1GiB", "--param", "k=v");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString()).contains("volume v1 created on p");
        CreateVolume written = reader().last(HawserTopic.VOLUME_COMMANDS, "v1", CreateVolume.getDefaultInstance())
                .orElseThrow();
        assertThat(written.getSpec().getScope()).isEqualTo(Scope.SCOPE_SINGLE_NODE);
        assertThat(written.getSpec().getSharing()).isEqualTo(Sharing.SHARING_ALL);
        assertThat(written.getSpec().getCapacity().getRequiredBytes()).isEqualTo(1L << 30);
        assertThat(written.getSpec().getParametersMap()).containsExactly(Map.entry("k", "v"));
        assertThat(written.getSpec().hasMount()).isTrue();
    }

    @Test
    void aRejectionPrintsReasonAndOptionAndExitsWith1() {
        // Given
        services.answer(
                "/v1/commands/",
                CommandResult.newBuilder()
                        .setRejected(Rejected.newBuilder()
                                .setMessage("'P!' cannot be a plugin's name")
                                .setField("spec.plugin"))
                        .build());

        // When
        int exit = hawser("volume", "create", "v2", "--plugin", "P!");

        // Then
        assertThat(exit).isEqualTo(1);
        assertThat(err).hasToString("hawser: rejected: 'P!' cannot be a plugin's name (--plugin)\n");
    }

    @Test
    @DisplayName("If one of several commands cannot be written, the command line names those that are")
    void severalThatCannotAllBeWritten() throws IOException {
        // Given
        Path file = Files.writeString(folder.resolve("volumes.yaml"), """
                name: first
                spec: {plugin: p}
                ---
                name: large
                spec: {plugin: p, parameters: {k: %s}}
                ---
                name: last
                spec: {plugin: p}
                """.formatted("x".repeat(2 << 20)));

        // When
        int exit = hawser("volume", "create", "-f", file.toString());

        // Then
        assertThat(exit).isEqualTo(4);
        assertThat(err.toString())
                .contains("the commands of volume first are written, and stay valid; that of volume large failed")
                .contains("cannot write to " + TOPICS.of(HawserTopic.VOLUME_COMMANDS))
                .doesNotContain("does the broker run");
        assertThat(reader().last(HawserTopic.VOLUME_COMMANDS, "last", CreateVolume.getDefaultInstance()))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "only_if_unused, volume remove v1 --only-if-unused, (--only-if-unused)",
        "volume_id, volume register v1 --plugin p --id i --context a=b, (--id)",
        "volume_context, volume register v1 --plugin p --id i --context a=b, (--context)",
        "spec.group, volume register v1 --plugin p --id i --group g, (--group)",
        "spec.group, volume register v1 --plugin p --id i, (field spec.group)",
        "name, volume register v1 --plugin p --id i, (field name)"
    })
    @DisplayName("A rejection names the option that was typed, not the field that it became")
    void aRejectionNamesTheOption(String field, String command, String named) {
        // Given
        services.answer(
                "/v1/commands/",
                CommandResult.newBuilder()
                        .setRejected(Rejected.newBuilder().setMessage("no").setField(field))
                        .build());

        // When
        int exit = hawser(command.split(" "));

        // Then
        assertThat(exit).isEqualTo(1);
        assertThat(err).hasToString("hawser: rejected: no " + named + "\n");
    }

    @Test
    @DisplayName("A removal names the volume's uid, and --wait says where a forgotten volume may still be attached")
    void aRemovalNamesTheVolume() {
        // Given
        services.answers(
                        "/v1/volumes/v5",
                        ProtoJson.print(Volume.newBuilder()
                                .setName("v5")
                                .setUid("uid-v5")
                                .build()),
                        "")
                .answers(
                        "/v1/commands/",
                        ProtoJson.print(accepted()),
                        ProtoJson.print(CommandResult.newBuilder()
                                .setDone(Done.newBuilder().setNote("perhaps still attached to n1"))
                                .build()));

        // When
        int exit = hawser("volume", "remove", "v5", "--force", "--wait");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out).hasToString("removal of volume v5 done: perhaps still attached to n1\n");
        assertThat(reader().last(HawserTopic.VOLUME_COMMANDS, "v5", RemoveVolume.getDefaultInstance()))
                .hasValueSatisfying(removal -> assertThat(removal.getUid()).isEqualTo("uid-v5"));
    }

    @Test
    @DisplayName("A removal is done when the name is another volume's: --wait does not wait for that one")
    void aVolumeThatIsCreatedAgain() {
        // Given
        services.answers(
                        "/v1/volumes/v6",
                        ProtoJson.print(Volume.newBuilder()
                                .setName("v6")
                                .setUid("uid-v6")
                                .build()),
                        ProtoJson.print(Volume.newBuilder()
                                .setName("v6")
                                .setUid("uid-of-another")
                                .build()))
                .answer("/v1/commands/", accepted());

        // When
        int exit = hawser("volume", "remove", "v6", "--wait", "--timeout", "60");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out).hasToString("removal of volume v6 done\n");
    }

    @Test
    @DisplayName("A label that is to be removed must be there; else nothing is written")
    void aLabelThatIsNotThereIsNotRemoved() {
        assertThat(hawser("volume", "update", "v2", "--remove-label", "nosuch")).isEqualTo(1);
        assertThat(err).hasToString("hawser: nothing is written, because volume v2 has no label nosuch\n");
    }

    @Test
    @DisplayName("An update that somebody else's overtakes begins again with what there is by then")
    void anUpdateThatIsOvertakenBeginsAgain() {
        // Given
        services.answers("/v1/volumes/v4", labelled("v4"), labelled("v4", "theirs"))
                .answers(
                        "/v1/commands/",
                        ProtoJson.print(CommandResult.newBuilder()
                                .setRejected(Rejected.newBuilder().setField("expected.labels"))
                                .build()),
                        ProtoJson.print(accepted()));

        // When
        int exit = hawser("volume", "update", "v4", "--label", "ours=1");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        UpdateVolume written = reader().last(HawserTopic.VOLUME_COMMANDS, "v4", UpdateVolume.getDefaultInstance())
                .orElseThrow();
        assertThat(written.getLabelsMap()).containsOnlyKeys("theirs", "ours");
        assertThat(written.getExpected().getLabelsMap()).containsOnlyKeys("theirs");
        assertThat(written.getUid()).isEqualTo("uid-v4");
    }

    private static String labelled(String volume, String... labels) {
        VolumeSpec.Builder spec = VolumeSpec.newBuilder();
        Stream.of(labels).forEach(label -> spec.putLabels(label, "1"));
        return ProtoJson.print(Volume.newBuilder()
                .setName(volume)
                .setUid("uid-" + volume)
                .setSpec(spec)
                .build());
    }

    @Test
    void anAnswerThatDoesNotComeInTimeLeavesTheCommandAndExitsWith3() {
        // When
        int exit = hawser("volume", "create", "v3", "--plugin", "p", "--timeout", "1");

        // Then
        assertThat(exit).isEqualTo(3);
        assertThat(err.toString()).contains("the command is still valid").contains("./hawser command ");
    }

    @Test
    @DisplayName("a creation that the plugin refuses ends at once, says why once, and how it is taken back")
    void aRefusedCreationEndsAtOnce() {
        // Given
        services.answer("/v1/commands/", accepted())
                .answer(
                        "/v1/volumes/v9",
                        Volume.newBuilder()
                                .setName("v9")
                                .setPhase(VolumePhase.VOLUME_PHASE_CREATING)
                                .addConditions(VolumeCondition.newBuilder()
                                        .setType("Rejected")
                                        .setMessage("CreateVolume: OUT_OF_RANGE: too large"))
                                .build());

        // When
        int exit = hawser("volume", "create", "v9", "--plugin", "p");

        // Then
        assertThat(exit).isEqualTo(1);
        assertThat(err.toString()).containsOnlyOnce("OUT_OF_RANGE").contains("./hawser volume remove v9");
    }

    @Test
    @DisplayName("A registration writes the command, and ends when the plugin has confirmed the volume")
    void aRegistrationIsConfirmed() {
        // Given
        services.answer("/v1/commands/", accepted())
                .answer(
                        "/v1/volumes/r1",
                        Volume.newBuilder()
                                .setName("r1")
                                .setPhase(VolumePhase.VOLUME_PHASE_CREATED)
                                .build());

        // When
        int exit = hawser(
                "volume", "register", "r1", "--plugin", "p", "--id", "vol-1", "--context", "a=b=c", "--context", "d=");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out).hasToString("volume r1 registered on p\n");
        RegisterVolume written = reader().last(HawserTopic.VOLUME_COMMANDS, "r1", RegisterVolume.getDefaultInstance())
                .orElseThrow();
        assertThat(written.getVolumeId()).isEqualTo("vol-1");
        assertThat(written.getVolumeContextMap()).containsOnly(Map.entry("a", "b=c"), Map.entry("d", ""));
        assertThat(written.getSpec().hasMount()).isTrue();
    }

    @Test
    @DisplayName("A registration that the plugin does not confirm says why once, and how it is taken back")
    void aRegistrationIsNotConfirmed() {
        // Given
        services.answer("/v1/commands/", accepted())
                .answer(
                        "/v1/volumes/r2",
                        Volume.newBuilder()
                                .setName("r2")
                                .setPhase(VolumePhase.VOLUME_PHASE_CREATING)
                                .addConditions(VolumeCondition.newBuilder()
                                        .setType("Rejected")
                                        .setMessage("ValidateVolumeCapabilities: NOT_FOUND: there is none"))
                                .build());

        // When
        int exit = hawser("volume", "register", "r2", "--plugin", "p", "--id", "vol-2");

        // Then
        assertThat(exit).isEqualTo(1);
        assertThat(err.toString())
                .startsWith(
                        "hawser: volume r2 is not registered: ValidateVolumeCapabilities: NOT_FOUND: there is none; ")
                .containsOnlyOnce("NOT_FOUND")
                .endsWith("./hawser volume remove r2` takes it back\n");
    }

    @Test
    void anUnknownVolumeSaysWhereToLook() {
        assertThat(hawser("volume", "status", "none")).isEqualTo(1);
        assertThat(err.toString()).contains("./hawser volume list");
    }
}
