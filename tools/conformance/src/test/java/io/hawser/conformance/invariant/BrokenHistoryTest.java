package io.hawser.conformance.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** For every invariant, histories that break it and no other. */
class BrokenHistoryTest {
    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("broken")
    void breaksExactlyThisOne(String invariant, String how, Story story) {
        // Given
        var history = story.history();
        // When
        InvariantReport report = Invariants.check(history);
        // Then
        assertThat(report.breaches()).isNotEmpty();
        assertThat(report.breaches().stream().map(Breach::invariant).collect(Collectors.toSet()))
                .as("%s", report.breaches())
                .containsExactly(invariant);
        assertThat(report.checks().get(invariant)).isPositive();
        assertThat(report.breaches())
                .allSatisfy(breach -> assertThat(breach.sentence()).isNotBlank());
    }

    @Test
    void everyInvariantHasABrokenHistory() {
        // Given
        List<String> promised = List.of(
                "NoLostVolume",
                "NoLeak",
                "SingleNodeMeansOne",
                "OneWriterMeansOne",
                "SettledMeansTrue",
                "BackoffBounds",
                "NothingOnSilence",
                "NoSilentLoss",
                "NoSilentStandstill",
                "OneLockOrder",
                "OnlyDeallocatorDeletes",
                "NoForgottenPlugin",
                "PluginsAsTheyAre");
        // When
        var shown = broken().map(broken -> broken.get()[0]).collect(Collectors.toSet());
        // Then
        assertThat(shown).isEqualTo(Set.copyOf(promised));
        assertThat(Invariants.names()).containsExactlyElementsOf(promised);
    }

    static Stream<Arguments> broken() {
        return Stream.of(
                        BrokenVolumes.broken(),
                        SettledHistoryTest.broken(),
                        BrokenSharing.broken(),
                        BrokenPauses.broken(),
                        BrokenSilence.broken(),
                        StandstillHistoryTest.broken(),
                        DeallocationHistoryTest.broken(),
                        PluginHistoryTest.broken(),
                        RegisteredHistoryTest.broken())
                .flatMap(stories -> stories);
    }
}
