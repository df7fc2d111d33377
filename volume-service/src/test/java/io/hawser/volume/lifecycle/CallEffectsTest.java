package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.lifecycle.Scenes.DRAWS;
import static io.hawser.volume.lifecycle.Scenes.FACTS;
import static io.hawser.volume.lifecycle.Scenes.POLICY;
import static io.hawser.volume.lifecycle.Scenes.created;
import static io.hawser.volume.lifecycle.Scenes.decide;
import static io.hawser.volume.lifecycle.Scenes.granted;
import static io.hawser.volume.lifecycle.Scenes.intend;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** An outcome touches only what its call was about. */
class CallEffectsTest {
    private static final CallOutcome PUBLISHED = new CallOutcome.Published(new Operation.Publish(N1), Map.of());

    @Test
    @DisplayName("An outcome of no call is refused")
    void thereIsNoCall() {
        assertThatIllegalStateException()
                .isThrownBy(() -> CallEffects.apply(created(), PUBLISHED, FACTS, POLICY, DRAWS));
    }

    @Test
    @DisplayName("An outcome of another operation is refused: a deletion's would drop the record of what was created")
    void anotherOperation() {
        Volume creating = intend(Scenes.accepted(), new Operation.Create());

        assertThatIllegalStateException()
                .isThrownBy(() -> CallEffects.apply(
                        creating, new CallOutcome.Deleted(new Operation.Delete()), FACTS, POLICY, DRAWS));
    }

    @Test
    @DisplayName("What a call did to a publication that is gone by now changes nothing, nor does its failure")
    void itsPublicationIsGone() {
        Volume attach =
                decide(created(), List.of(granted("a", N1)), FACTS).volume().orElseThrow();
        Volume publishing =
                created().calling(intend(attach, new Operation.Publish(N1)).call());
        Volume unpublishing =
                created().calling(intend(attach, new Operation.Unpublish(N1)).call());

        assertThat(applied(publishing, PUBLISHED)).isEqualTo(unchanged());
        assertThat(applied(unpublishing, new CallOutcome.Unpublished(new Operation.Unpublish(N1))))
                .isEqualTo(unchanged());
        assertThat(applied(publishing, new CallOutcome.Rejected("no"))).isEqualTo(unchanged());
        assertThat(applied(unpublishing, new CallOutcome.Uncertain("lost"))).isEqualTo(unchanged());
    }

    private static CallEffects.Applied applied(Volume volume, CallOutcome outcome) {
        return CallEffects.apply(volume, outcome, FACTS, POLICY, DRAWS);
    }

    private static CallEffects.Applied unchanged() {
        return new CallEffects.Applied(Optional.of(created()), List.of());
    }
}
