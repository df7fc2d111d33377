package io.hawser.conformance.invariant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.hawser.bus.topic.HawserTopic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;

/** When a plugin may be forgotten, and what its record says when all is quiet. */
class PluginHistoryTest {
    private static final String UNIX = "unix:///p/csi.sock";

    @Test
    @DisplayName("A plugin may be forgotten where nothing of it is mounted, or was for long enough to be known")
    void forgottenWhereNothingIsMounted() {
        // Given
        Story elsewhere = mountedOn("n1").forgotten("n2");
        Story young = new Story().mounted(Map.of("n1", List.of("t1"))).forgotten("n1");
        Story unmounted = mountedOn("n1").mounted(Map.of("n1", List.of())).forgotten("n1");
        // When / Then
        assertThat(Stream.of(elsewhere, young, unmounted).map(story -> Invariants.check(story.history())))
                .allMatch(report -> report.breaches().isEmpty())
                .allMatch(report -> report.checks().get("NoForgottenPlugin") == 1);
    }

    static Stream<Arguments> broken() {
        Story fingerprint = mountedOn("n1").forgotten("n1");
        Story record = mountedOn("n1");
        record.scene.deletes(HawserTopic.PLUGINS, Scene.PLUGIN);
        return Stream.of(
                arguments("NoForgottenPlugin", "a fingerprint's tombstone over a mount", fingerprint),
                arguments("NoForgottenPlugin", "a plugin's tombstone over a mount", record),
                arguments("PluginsAsTheyAre", "no record", rested(new Story().found("2", true), false)),
                arguments(
                        "PluginsAsTheyAre",
                        "no healthy current instance",
                        rested(new Story().found("2", true).toldPlugin("2", UNIX, false), false)),
                arguments(
                        "PluginsAsTheyAre",
                        "the version before the upgrade",
                        rested(new Story().found("2", true).toldPlugin("1", UNIX, true), false)),
                arguments(
                        "PluginsAsTheyAre",
                        "called at a socket, not through a relay",
                        rested(new Story().found("2", true).toldPlugin("2", UNIX, true), true)),
                arguments(
                        "PluginsAsTheyAre",
                        "forgotten on a node",
                        rested(
                                new Story()
                                        .found("2", true)
                                        .toldPlugin("2", UNIX, true)
                                        .forgotten("n2"),
                                false)),
                arguments(
                        "PluginsAsTheyAre",
                        "not healthy on nodes",
                        rested(new Story().found("2", false).toldPlugin("2", UNIX, true), false)),
                arguments(
                        "PluginsAsTheyAre",
                        "a node's version before the upgrade",
                        rested(new Story().found("1", true).toldPlugin("2", UNIX, true), false)));
    }

    @Test
    @DisplayName("An older record that is repeated after a newer one says nothing about the plugin")
    void anOlderRecordIsRepeated() {
        // Given
        Story story = rested(new Story().found("2", true), false);
        List.of(2, 1)
                .forEach(revision -> story.scene.writes(
                        HawserTopic.PLUGINS,
                        Scene.PLUGIN,
                        "",
                        "",
                        ClusterWords.plugin(Integer.toString(revision), UNIX, true).toBuilder()
                                .setRevision(revision)
                                .build()));

        // When / Then
        assertThat(Invariants.check(story.history()).breaches()).isEmpty();
    }

    private static Story mountedOn(String node) {
        Story story = new Story().mounted(Map.of(node, List.of("t1")));
        story.scene.later(Duration.ofSeconds(2));
        return story;
    }

    /** The plugin runs in version 2 when all is quiet. */
    private static Story rested(Story story, boolean relayed) {
        return story.runs("2", relayed).quiet(List.of(), List.of());
    }
}
