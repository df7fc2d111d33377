package io.hawser.volume.lifecycle.db;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.N2;
import static io.hawser.volume.id.Ids.N3;
import static io.hawser.volume.id.Ids.V;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.ledger.call.CallToken;
import io.hawser.ledger.tx.UnreadableRowException;
import io.hawser.v1.MountReport;
import io.hawser.v1.Topology;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.id.TaskName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Attachment;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Forget;
import io.hawser.volume.lifecycle.MountOptions;
import io.hawser.volume.lifecycle.MountsOnNode;
import io.hawser.volume.lifecycle.Obstacle;
import io.hawser.volume.lifecycle.Operation;
import io.hawser.volume.lifecycle.Provision;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.PublicationSample;
import io.hawser.volume.lifecycle.Retry;
import io.hawser.volume.lifecycle.Volume;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class VolumeMappingTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    /** Columns that other statements write. */
    private static final Set<String> NOT_OF_THE_VOLUME = Set.of(
            "createCommand",
            "requested",
            "queuedSince",
            "lookAt",
            "unservedSince",
            "listingConfirmed",
            "published",
            "revision");

    @Test
    @DisplayName("Everything that a volume, a publication and a claim hold comes back from their rows")
    void roundTrip() throws Exception {
        // Given
        Volume volume = volume(new Operation.Publish(N1));
        Publication publication = volume.publications().get(N1);
        for (Object whole : List.of(volume, publication, claim(Claim.State.GRANTED))) {
            assertThat(unset(whole))
                    .as("a field that is not set proves nothing")
                    .isEmpty();
        }
        VolumeRow row = new VolumeRow();
        PublicationRow onNode = new PublicationRow();
        ClaimRow claim = new ClaimRow();
        // When
        VolumeMapping.write(volume, row);
        VolumeMapping.write(V, publication, onNode);
        VolumeMapping.write(claim(Claim.State.GRANTED), claim);
        // Then
        assertThat(VolumeMapping.volume(row, List.of(onNode))).isEqualTo(volume);
        assertThat(VolumeMapping.claim(claim)).isEqualTo(claim(Claim.State.GRANTED));
        assertThat(onNode.volume).isEqualTo("v");
        assertThat(row.plugin).isEqualTo("p");
        assertThat(row.group).isEqualTo("g");
        assertThat(unwritten(row)).containsExactlyInAnyOrderElementsOf(NOT_OF_THE_VOLUME);
        assertThat(unwritten(onNode)).isEmpty();
        assertThat(unwritten(claim)).isEmpty();
    }

    @Test
    @DisplayName("A row that held much holds nothing of it once the volume, publication and claim are new")
    void emptiedRows() {
        // Given
        VolumeRow row = new VolumeRow();
        PublicationRow onNode = new PublicationRow();
        VolumeMapping.write(volume(new Operation.Publish(N1)), row);
        VolumeMapping.write(V, volume(new Operation.Create()).publications().get(N1), onNode);
        Volume accepted = Volume.accepted(V, "uid", VolumeSpec.getDefaultInstance());
        Publication silent = PublicationSample.on(N1, Publication.State.PENDING_PUBLISH)
                .knownAs("")
                .attachment(Attachment.NOT_REQUESTED)
                .done();
        // When
        VolumeMapping.write(accepted, row);
        VolumeMapping.write(V, silent, onNode);
        // Then
        assertThat(VolumeMapping.volume(row, List.of())).isEqualTo(accepted);
        assertThat(VolumeMapping.publication(onNode)).isEqualTo(silent);
    }

    @Test
    @DisplayName("A registered volume that is not confirmed is stored as created, not attempted and uncertain, which a"
            + " version without registrations never creates; it comes back as it was, and so does a confirmed one")
    void registered() {
        // Given
        Provision.Info info = new Provision.Info("id", 0, Map.of("a", "b"), List.of());
        Volume pending =
                Volume.accepted(V, "uid", VolumeSpec.getDefaultInstance()).with(Provision.registered(info));
        Volume confirmed = pending.with(pending.provision().createdAs(info));
        VolumeRow row = new VolumeRow();
        // When
        VolumeMapping.write(pending, row);
        // Then
        assertThat(row.created).isTrue();
        assertThat(row.createAttempted).isFalse();
        assertThat(row.uncertain).isTrue();
        assertThat(VolumeMapping.volume(row, List.of())).isEqualTo(pending);
        // When
        VolumeMapping.write(confirmed, row);
        // Then
        assertThat(row.uncertain).isFalse();
        assertThat(VolumeMapping.volume(row, List.of())).isEqualTo(confirmed);
    }

    static Stream<Operation> operations() {
        return Stream.of(Operation.Kind.values()).map(kind -> Operation.of(kind, Optional.of(N1)));
    }

    @ParameterizedTest
    @DisplayName("Every kind of call comes back, and one on the volume keeps no node of the call before")
    @MethodSource("operations")
    void calls(Operation operation) {
        // Given
        VolumeRow row = new VolumeRow();
        VolumeMapping.write(volume(new Operation.Publish(N2)), row);
        // When
        VolumeMapping.write(volume(operation), row);
        // Then
        assertThat(VolumeMapping.volume(row, List.of()).call().orElseThrow().operation())
                .isEqualTo(operation);
        assertThat(row.callKind).isEqualTo(operation.kind().name());
        assertThat(Optional.ofNullable(row.callNode)).isEqualTo(operation.node().map(NodeName::value));
    }

    @ParameterizedTest
    @EnumSource(Claim.State.class)
    void statesOfAClaim(Claim.State state) {
        ClaimRow row = new ClaimRow();
        VolumeMapping.write(claim(state), row);
        assertThat(VolumeMapping.claim(row)).isEqualTo(claim(state));
    }

    @Test
    @DisplayName("A call of a later version is a row that cannot be read")
    void aLaterKindOfCall() {
        VolumeRow row = new VolumeRow();
        VolumeMapping.write(volume(new Operation.Create()), row);
        row.callKind = "EXPAND";
        assertThatThrownBy(() -> VolumeMapping.volume(row, List.of()))
                .isInstanceOf(UnreadableRowException.class)
                .hasMessageContaining("EXPAND");
    }

    @Test
    @DisplayName("Equal values are equal columns: an unchanged column is not written again")
    void equalColumns() {
        // Given
        VolumeRow row = new VolumeRow();
        PublicationRow onNode = new PublicationRow();
        ClaimRow claim = new ClaimRow();
        Volume volume = volume(new Operation.Create());
        Publication publication = volume.publications().get(N1);
        VolumeMapping.write(volume, row);
        VolumeMapping.write(V, publication, onNode);
        VolumeMapping.write(claim(Claim.State.WAITING), claim);
        List<Object> before = arrays(row, onNode, claim);
        // When
        VolumeMapping.write(volume, row);
        VolumeMapping.write(V, publication, onNode);
        VolumeMapping.write(claim(Claim.State.WAITING), claim);
        // Then
        List<Object> after = arrays(row, onNode, claim);
        for (int i = 0; i < before.size(); i++) {
            assertThat(after.get(i)).isEqualTo(before.get(i));
        }
        assertThat(onNode.assigned).containsExactly("t1.0", "t2.0");
    }

    private static List<Object> arrays(VolumeRow row, PublicationRow onNode, ClaimRow claim) {
        return List.of(
                row.spec,
                row.volumeContext,
                row.topology,
                row.removalAbandoned,
                onNode.publishContext,
                onNode.assigned,
                onNode.reported,
                claim.awaits);
    }

    private static Volume volume(Operation operation) {
        TreeMap<NodeName, Publication> publications = new TreeMap<>();
        publications.put(N1, publication());
        return new Volume(
                V,
                "uid",
                VolumeSpec.newBuilder().setPlugin("p").setGroup("g").build(),
                new Provision(
                        true,
                        true,
                        true,
                        new Provision.Info(
                                "id-1",
                                7,
                                Map.of("c", "1"),
                                List.of(Topology.newBuilder()
                                        .putSegments("zone", "a")
                                        .build())),
                        new Retry(1, Optional.of(NOW.plusSeconds(1)), "lost", OptionalLong.of(8), false),
                        Optional.of(new Provision.CreateCapabilities(true, true))),
                Optional.of(new Volume.Removal(
                        true, "remove", Optional.of("barrier"), Set.of(N3, N2), List.of("again"), Optional.of(N1))),
                publications,
                Optional.of(new Volume.Call(new CallToken("call", NOW.plusSeconds(2)), operation, true)),
                9,
                Optional.of(NOW.plusSeconds(3)));
    }

    private static Publication publication() {
        return PublicationSample.on(N1, Publication.State.PENDING_UNPUBLISH)
                .context(Map.of("dev", "sda"))
                .mounts(new MountsOnNode(
                        10,
                        8,
                        Optional.of(MountReport.newBuilder().setNode("n1").build())))
                .assigned(Set.of(new TargetId("t2.0"), new TargetId("t1.0")))
                .attachment(Attachment.UNCERTAIN)
                .unconfirmed(true)
                .retry(new Retry(2, Optional.of(NOW.plusSeconds(4)), "no", OptionalLong.of(11), true))
                .since(NOW.plusSeconds(5))
                .forget(new Forget("forget", true, "detached"))
                .options(new MountOptions(Optional.of(List.of("noatime")), true, Optional.of(true), true))
                .done();
    }

    private static Claim claim(Claim.State state) {
        return new Claim(
                new TaskName("t1"),
                "/data",
                "group:g",
                Optional.of(V),
                N1,
                new TargetId("t1.0"),
                true,
                List.of("noatime"),
                state,
                12,
                13,
                Optional.of(new Obstacle(Obstacle.Reason.VOLUME_IN_USE, "full")),
                Set.of(new VolumeName("w")),
                "/n/t");
    }

    /** Components, however deep, that are at their default. */
    private static List<String> unset(Object record) throws ReflectiveOperationException {
        List<String> unset = new ArrayList<>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            component.getAccessor().setAccessible(true);
            Object value = component.getAccessor().invoke(record);
            Object inner = value instanceof Optional<?> some ? some.orElse(null) : value;
            if (isDefault(inner)) {
                unset.add(record.getClass().getSimpleName() + "." + component.getName());
            } else if (inner instanceof Record more && !(inner instanceof Operation)) {
                unset.addAll(unset(more));
            }
        }
        // A creation is never refused for what passes.
        unset.remove(record instanceof Provision ? "Retry.busy" : "");
        return unset;
    }

    /** Fields of a row that nobody wrote. */
    private static List<String> unwritten(Object row) throws IllegalAccessException {
        List<String> unwritten = new ArrayList<>();
        for (Field field : row.getClass().getFields()) {
            if (isDefault(field.get(row))) {
                unwritten.add(field.getName());
            }
        }
        return unwritten;
    }

    private static boolean isDefault(Object value) {
        return switch (value) {
            case null -> true;
            case String text -> text.isEmpty();
            case Boolean flag -> !flag;
            case Number number -> number.longValue() == 0;
            case OptionalLong some -> some.isEmpty();
            case Map<?, ?> map -> map.isEmpty();
            case java.util.Collection<?> all -> all.isEmpty();
            case byte[] bytes -> bytes.length == 0;
            case Object[] all -> Arrays.asList(all).isEmpty();
            default -> false;
        };
    }
}
