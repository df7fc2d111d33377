package io.hawser.conformance.invariant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;

/** When what rests is true. */
class SettledHistoryTest {
    @Test
    @DisplayName(
            "What the plugin holds of a row that is settled as not created is a leak, and the row says what is not so")
    void aRowOfNothingThatIsHeld() {
        // Given
        Story story = new Story().born().holding(Map.of());
        story.quiet(List.of(story.row(false, "")), List.of());
        // When
        InvariantReport report = Invariants.check(story.history());
        // Then
        assertThat(report.breaches())
                .extracting(Breach::invariant)
                .containsExactlyInAnyOrder("NoLeak", "SettledMeansTrue");
    }

    static Stream<Arguments> broken() {
        return Stream.of(settledRows(), reports(), words()).flatMap(stories -> stories);
    }

    private static Stream<Arguments> settledRows() {
        Story otherId = new Story().born().holding(Map.of());
        Story detached = new Story().born().attached("n1").holding(Map.of());
        Story attached = new Story().born().holding(Map.of("strict-n1", Story.CONTEXT));
        Story gone = new Story().born().attached("n1").holding(Map.of());
        Story otherContext = new Story().born().attached("n1").holding(Map.of("strict-n1", Map.of("device", "sdc")));
        return Stream.of(
                arguments(
                        "SettledMeansTrue",
                        "a row of another id",
                        otherId.quiet(List.of(otherId.row(true, "id-2")), List.of())),
                arguments("SettledMeansTrue", "to be detached, and detached", settled(detached, "PENDING_UNPUBLISH")),
                arguments("SettledMeansTrue", "to be attached, and attached", settled(attached, "PENDING_PUBLISH")),
                arguments(
                        "SettledMeansTrue",
                        "detached while the node still has it",
                        settled(gone, "PENDING_NODE_UNPUBLISH")),
                arguments(
                        "SettledMeansTrue",
                        "another context while the node still has it",
                        settled(otherContext, "PENDING_NODE_UNPUBLISH")));
    }

    private static Stream<Arguments> reports() {
        Story unmounted =
                new Story().born().attached("n1").reportedMounted("n1", 1, "t1").holdingOn("n1");
        Story unreported =
                new Story().born().attached("n1").reportedMounted("n1", 1, "t1").holdingOn("n1", "t1", "t2");
        Story staged = new Story().born().attached("n1").nothingLeft("n1", 1).holdingOn("n1");
        return Stream.of(
                arguments("SettledMeansTrue", "a report of a mount that is none", settled(unmounted)),
                arguments("SettledMeansTrue", "a mount that the report leaves out", settled(unreported)),
                arguments("SettledMeansTrue", "a report of nothing while staged", settled(staged)));
    }

    private static Stream<Arguments> words() {
        Story otherId = new Story().born().attached("n1").told("id-2", "n1").holdingOn("n1", "t1");
        Story detached = new Story().born().told(Story.VOLUME_ID, "n1").holding(Map.of());
        Story leftOut = new Story().born().attached("n1").told(Story.VOLUME_ID).holdingOn("n1", "t1");
        Story unmounted = new Story()
                .born()
                .attached("n1")
                .told(Story.VOLUME_ID, "n1")
                .toldMounted("t1", "n1", "t1")
                .holdingOn("n1");
        return Stream.of(
                arguments("SettledMeansTrue", "every record has another id", settled(otherId)),
                arguments(
                        "SettledMeansTrue",
                        "every record has an attachment that does not exist",
                        detached.quiet(List.of(detached.row()), List.of())),
                arguments("SettledMeansTrue", "no record has an attachment", settled(leftOut)),
                arguments("SettledMeansTrue", "every record has a mount that does not exist", settled(unmounted)));
    }

    private static Story settled(Story story) {
        return settled(story, "PUBLISHED");
    }

    private static Story settled(Story story, String state) {
        return story.quiet(List.of(story.row()), List.of(story.publication("n1", state)));
    }
}
