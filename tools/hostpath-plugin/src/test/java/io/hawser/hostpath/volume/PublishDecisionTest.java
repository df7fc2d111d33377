package io.hawser.hostpath.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.hostpath.volume.Refusal.Reason;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PublishDecisionTest {
    private static final NodeId A = new NodeId("a");
    private static final List<AccessMode> MODES = List.of(AccessMode.values());
    private static final NodeId B = new NodeId("b");

    @ParameterizedTest
    @EnumSource(
            names = {
                "SINGLE_NODE_WRITER",
                "SINGLE_NODE_READER_ONLY",
                "SINGLE_NODE_SINGLE_WRITER",
                "SINGLE_NODE_MULTI_WRITER"
            })
    void aSingleNodeVolumeIsRefusedElsewhereNamingTheNode(AccessMode mode) {
        // Given
        Volume onA = volume(AccessMode.MULTI_NODE_MULTI_WRITER, Set.of()).with(publication(A, mode, false, "1"));
        // When
        PublishDecision decision =
                PublishDecision.of(onA, publication(B, AccessMode.MULTI_NODE_MULTI_WRITER, false, "2"));
        // Then
        Refusal refusal = ((PublishDecision.Refuse) decision).refusal();
        assertThat(refusal.reason()).isEqualTo(Reason.FAILED_PRECONDITION);
        assertThat(refusal.message()).contains("node a");
        assertThat(refusal.message().contains(", read-only")).isEqualTo(mode == AccessMode.SINGLE_NODE_READER_ONLY);
    }

    @Test
    void theSameAgainKeepsTheTokenAndOtherArgumentsAlreadyExist() {
        // Given
        Publication first = publication(A, AccessMode.SINGLE_NODE_WRITER, false, "1");
        Volume onA = volume(AccessMode.SINGLE_NODE_WRITER, Set.of()).with(first);
        // When
        PublishDecision same = PublishDecision.of(onA, publication(A, AccessMode.SINGLE_NODE_WRITER, false, "2"));
        PublishDecision readOnly = PublishDecision.of(onA, publication(A, AccessMode.SINGLE_NODE_WRITER, true, "2"));
        PublishDecision otherMode =
                PublishDecision.of(onA, publication(A, AccessMode.SINGLE_NODE_MULTI_WRITER, false, "2"));
        // Then
        assertThat(same).isEqualTo(new PublishDecision.Keep(first));
        assertThat(reason(readOnly)).contains(Reason.ALREADY_EXISTS);
        assertThat(reason(otherMode)).contains(Reason.ALREADY_EXISTS);
    }

    @Test
    void underOneWriterEachNodeMayBecomeTheWriterUnlessAnotherModeMayWriteToo() {
        // Given
        AccessMode mode = AccessMode.MULTI_NODE_SINGLE_WRITER;
        Volume written = volume(AccessMode.MULTI_NODE_MULTI_WRITER, Set.of()).with(publication(A, mode, false, "1"));
        // When
        PublishDecision reader = PublishDecision.of(written, publication(B, mode, true, "2"));
        PublishDecision writer = PublishDecision.of(written, publication(B, mode, false, "2"));
        PublishDecision mixed =
                PublishDecision.of(written, publication(B, AccessMode.MULTI_NODE_MULTI_WRITER, false, "2"));
        // Then
        assertThat(reader).isInstanceOf(PublishDecision.Add.class);
        assertThat(writer).isInstanceOf(PublishDecision.Add.class);
        assertThat(reason(mixed)).contains(Reason.FAILED_PRECONDITION);
    }

    @Test
    void aModeThatTheVolumeWasNotMadeForAndANodeOutOfReachAreRefused() {
        Volume volume = volume(AccessMode.SINGLE_NODE_WRITER, Set.of(A));
        assertThat(reason(PublishDecision.of(volume, publication(A, AccessMode.MULTI_NODE_MULTI_WRITER, false, "1"))))
                .contains(Reason.INVALID_ARGUMENT);
        assertThat(reason(PublishDecision.of(volume, publication(B, AccessMode.SINGLE_NODE_WRITER, false, "1"))))
                .contains(Reason.FAILED_PRECONDITION);
    }

    @Test
    void whateverIsAskedSingleNodeMeansOneAndOneWriterMeansNoOtherMode() {
        for (long seed = 0; seed < 500; seed++) {
            // Given
            Random random = new Random(seed);
            Volume volume = volume(AccessMode.MULTI_NODE_MULTI_WRITER, Set.of());
            // When
            for (int step = 0; step < 12; step++) {
                NodeId node = new NodeId("n" + random.nextInt(4));
                AccessMode mode = MODES.get(random.nextInt(MODES.size()));
                Publication wanted = publication(node, mode, random.nextBoolean(), "t" + step);
                if (random.nextInt(4) == 0) volume = volume.withoutPublications(Set.of(node));
                else if (PublishDecision.of(volume, wanted) instanceof PublishDecision.Add(Publication p))
                    volume = volume.with(p);
                // Then
                var all = volume.publications().values();
                if (all.stream().anyMatch(p -> !p.capability().mode().manyNodes()))
                    assertThat(all).as("seed %d", seed).hasSize(1);
                if (all.stream()
                        .anyMatch(p -> p.capability().mode() == AccessMode.MULTI_NODE_SINGLE_WRITER && !p.onlyReads()))
                    assertThat(all.stream().filter(p -> !p.onlyReads()))
                            .as("seed %d", seed)
                            .allMatch(p -> p.capability().mode() == AccessMode.MULTI_NODE_SINGLE_WRITER);
            }
        }
    }

    private static Optional<Reason> reason(PublishDecision decision) {
        return decision instanceof PublishDecision.Refuse(Refusal refusal)
                ? Optional.of(refusal.reason())
                : Optional.empty();
    }

    private static Publication publication(NodeId node, AccessMode mode, boolean readOnly, String token) {
        return new Publication(node, Capability.mount(mode, Set.of()), readOnly, token);
    }

    private static Volume volume(AccessMode mode, Set<NodeId> accessible) {
        VolumeName name = new VolumeName("v");
        NewVolume wanted =
                new NewVolume(name, SizeRange.ANY, List.of(Capability.mount(mode, Set.of())), Map.of(), accessible);
        return ((CreateDecision.Create) CreateDecision.of(Optional.empty(), wanted, 1L << 40, VolumeId.of(name, 1)))
                .volume();
    }
}
