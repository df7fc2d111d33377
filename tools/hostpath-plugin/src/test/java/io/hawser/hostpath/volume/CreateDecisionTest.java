package io.hawser.hostpath.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.hostpath.volume.Refusal.Reason;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CreateDecisionTest {
    private static final VolumeName NAME = new VolumeName("v");
    private static final long MAX = 1L << 40;
    private static final Capability WRITER = Capability.mount(AccessMode.SINGLE_NODE_WRITER, Set.of());

    @Test
    void aNewNameGetsAVolumeOfTheRequiredSize() {
        // Given
        NewVolume wanted = wanted(new SizeRange(10, 20), Set.of());
        // When
        Volume volume = created(wanted);
        // Then
        assertThat(volume.capacityBytes()).isEqualTo(10);
        assertThat(volume.accessibleFrom()).isEmpty();
    }

    @Test
    void withoutARequiredSizeTheLimitStillBinds() {
        assertThat(created(wanted(new SizeRange(0, 20), Set.of())).capacityBytes())
                .isEqualTo(20);
        assertThat(created(wanted(SizeRange.ANY, Set.of())).capacityBytes()).isEqualTo(1L << 30);
    }

    @Test
    void aSizeAboveTheMaximumIsOutOfRange() {
        assertThat(refused(Optional.empty(), wanted(new SizeRange(MAX + 1, 0), Set.of())))
                .isEqualTo(Reason.OUT_OF_RANGE);
        assertThat(created(wanted(new SizeRange(MAX, 0), Set.of())).capacityBytes())
                .isEqualTo(MAX);
    }

    @Test
    void aRecordOfAnotherNameIsNotTaken() {
        VolumeName name = new VolumeName("w");
        NewVolume wanted = new NewVolume(name, SizeRange.ANY, List.of(WRITER), Map.of(), Set.of());
        CreateDecision other = CreateDecision.of(Optional.empty(), wanted, MAX, VolumeId.of(name, 1));
        Volume volume = ((CreateDecision.Create) other).volume();
        assertThat(refused(Optional.of(volume), wanted(SizeRange.ANY, Set.of())))
                .isEqualTo(Reason.INTERNAL);
    }

    @Test
    void theSameRequestAgainKeepsTheVolume() {
        // Given
        NewVolume wanted = wanted(new SizeRange(10, 20), Set.of());
        Volume volume = created(wanted);
        // When
        CreateDecision again = CreateDecision.of(Optional.of(volume), wanted, MAX, VolumeId.of(NAME, 2));
        // Then
        assertThat(again).isEqualTo(new CreateDecision.Keep(volume));
    }

    @Test
    void whatTheVolumeDoesNotSatisfyAlreadyExists() {
        // Given
        Volume volume = created(wanted(new SizeRange(10, 0), Set.of(new NodeId("a"))));
        List<NewVolume> others = List.of(
                wanted(new SizeRange(11, 0), Set.of()),
                wanted(new SizeRange(0, 9), Set.of()),
                wanted(SizeRange.ANY, Set.of(new NodeId("b"))),
                new NewVolume(NAME, SizeRange.ANY, List.of(WRITER), Map.of("k", "v"), Set.of()),
                new NewVolume(
                        NAME,
                        SizeRange.ANY,
                        List.of(Capability.mount(AccessMode.MULTI_NODE_READER_ONLY, Set.of())),
                        Map.of(),
                        Set.of()));
        // When
        List<Reason> reasons =
                others.stream().map(w -> refused(Optional.of(volume), w)).toList();
        // Then
        assertThat(reasons).hasSize(5).containsOnly(Reason.ALREADY_EXISTS);
    }

    @Test
    void aHalfDeletedVolumeIsFinishedFirst() {
        // Given
        Volume gone = created(wanted(SizeRange.ANY, Set.of())).deleting();
        // When
        CreateDecision decision =
                CreateDecision.of(Optional.of(gone), wanted(SizeRange.ANY, Set.of()), MAX, VolumeId.of(NAME, 2));
        // Then
        assertThat(decision).isEqualTo(new CreateDecision.FinishDeletion(gone));
    }

    @Test
    void namesAreWhatCsiAllows() {
        assertThat(new VolumeName("ä\n\t/../" + "x".repeat(120)).key().hex()).hasSize(32);
        assertThat(new VolumeName("🚢".repeat(32)).text()).hasSize(64);
        for (String bad :
                List.of("", "x".repeat(129), "🚢".repeat(33), "a\u0000", "a\u000b", "a\u001f", "a\u007f", "a\u009f"))
            assertThatThrownBy(() -> new VolumeName(bad))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("name:");
    }

    @Test
    void onlyIdsOfThisPluginBecomeIds() {
        // Given
        VolumeId id = VolumeId.of(new VolumeName("../../etc"), -1);
        // When
        String text = id.text();
        // Then
        assertThat(VolumeId.parse(text)).contains(id);
        for (String bad : List.of("", ".", "../x", text + "/", text.toUpperCase(Locale.ROOT), text + "\n"))
            assertThat(VolumeId.parse(bad)).isEmpty();
    }

    private static NewVolume wanted(SizeRange size, Set<NodeId> requisite) {
        return new NewVolume(NAME, size, List.of(WRITER), Map.of(), requisite);
    }

    private static Volume created(NewVolume wanted) {
        return ((CreateDecision.Create) CreateDecision.of(Optional.empty(), wanted, MAX, VolumeId.of(NAME, 1)))
                .volume();
    }

    private static Reason refused(Optional<Volume> existing, NewVolume wanted) {
        return ((CreateDecision.Refuse) CreateDecision.of(existing, wanted, MAX, VolumeId.of(NAME, 1)))
                .refusal()
                .reason();
    }
}
