package io.hawser.volume.lifecycle;

import static io.hawser.volume.lifecycle.Scenes.DRAWS;
import static io.hawser.volume.lifecycle.Scenes.FACTS;
import static io.hawser.volume.lifecycle.Scenes.POLICY;
import static io.hawser.volume.lifecycle.Scenes.accepted;
import static io.hawser.volume.lifecycle.Scenes.created;
import static io.hawser.volume.lifecycle.Scenes.decide;
import static io.hawser.volume.lifecycle.Scenes.granted;
import static io.hawser.volume.lifecycle.Scenes.intend;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What no call can have answered is a fault of ours, and changes nothing. */
class UnfittingOutcomeTest {
    private static final CallOutcome UNDONE = new CallOutcome.Undone();

    @Test
    @DisplayName("An outcome that is none of the operation's, or of no call, is refused")
    void isRefused() {
        Volume attach =
                decide(created(), List.of(granted("a", "n1")), FACTS).volume().orElseThrow();

        refuses(intend(accepted(), new Operation.Create()), UNDONE);
        refuses(intend(attach, new Operation.Publish("n1")), UNDONE);
        refuses(intend(attach, new Operation.Unpublish("n1")), new CallOutcome.Published(Map.of()));
        refuses(created(), UNDONE);
    }

    @Test
    @DisplayName("What a call did to a publication that is gone by now changes nothing")
    void itsPublicationIsGone() {
        Volume attach =
                decide(created(), List.of(granted("a", "n1")), FACTS).volume().orElseThrow();
        Volume publishing =
                created().calling(intend(attach, new Operation.Publish("n1")).call());
        Volume unpublishing =
                created().calling(intend(attach, new Operation.Unpublish("n1")).call());

        assertThat(CallOutcomes.apply(publishing, new CallOutcome.Published(Map.of()), FACTS, POLICY, DRAWS)
                        .volume())
                .contains(created());
        assertThat(CallOutcomes.apply(unpublishing, UNDONE, FACTS, POLICY, DRAWS)
                        .volume())
                .contains(created());
    }

    private static void refuses(Volume volume, CallOutcome outcome) {
        assertThatIllegalStateException().isThrownBy(() -> CallOutcomes.apply(volume, outcome, FACTS, POLICY, DRAWS));
    }
}
