package io.hawser.conformance.invariant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.conformance.history.Action;
import io.hawser.conformance.history.HeldVolume;
import io.hawser.v1.RegisterVolume;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;

/** Histories of a disk that the plugin had before. */
class RegisteredHistoryTest {

    @Test
    @DisplayName("A registered disk is used, and stays when its volume is removed")
    void aRegisteredDiskStays() {
        // Given
        Story story = registered()
                .broughtTo("n1", 1, "t1")
                .takenFrom("n1", 2, "t1")
                .removalCommanded("r1", "")
                .accepted("r1");
        // When
        InvariantReport report = Invariants.check(
                holding(story, Map.of()).quiet(List.of(), List.of()).history());
        // Then
        assertThat(report.breaches()).isEmpty();
    }

    static Stream<Arguments> broken() {
        Story unproduced = new Story();
        unproduced.scene.does(new Action.Commanded(Scene.START, "c1", "hawser.v1.RegisterVolume", Story.VOLUME));
        Story misunderstood = new Story();
        misunderstood.scene.writesInvalid(
                HawserTopic.VOLUME_COMMANDS, Story.VOLUME, "c1", RegisterVolume.getDefaultInstance());
        return Stream.of(
                arguments(
                        "NothingOnSilence",
                        "deleted with its volume",
                        registered().removalCommanded("r1", "").deleted()),
                arguments(
                        "NothingOnSilence",
                        "staged without a word, known by its id",
                        registered().attached("n1").staged("n1")),
                arguments(
                        "NoLostVolume",
                        "a registration without an answer",
                        new Story().registrationCommanded("c1").quiet(List.of(), List.of())),
                arguments("NoLostVolume", "a registration that left the topic", unproduced.quiet(List.of(), List.of())),
                arguments(
                        "NoLostVolume",
                        "a registration that could not be understood, and no word of it",
                        misunderstood.quiet(List.of(), List.of())),
                arguments(
                        "NoLostVolume",
                        "an accepted registration without a row",
                        new Story().registrationCommanded("c1").accepted("c1").quiet(List.of(), List.of())),
                arguments(
                        "NoLeak",
                        "its volume is removed and a node still has it",
                        holding(
                                        registered().removalCommanded("r1", "").accepted("r1"),
                                        Map.of("strict-n1", Story.CONTEXT))
                                .quiet(List.of(), List.of())));
    }

    private static Story registered() {
        return new Story().registrationCommanded("c1").accepted("c1").told(Story.VOLUME_ID);
    }

    private static Story holding(Story story, Map<String, Map<String, String>> attached) {
        story.scene.holds(
                new HeldVolume(Story.VOLUME_ID, HeldVolume.ADOPTED + Story.VOLUME_ID, attached, Map.of(), Map.of()));
        return story;
    }
}
