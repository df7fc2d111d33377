package io.hawser.volume.command;

import static io.hawser.volume.command.AcceptedVolume.VOLUME;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.ForgetMount;
import io.hawser.v1.MountReport;
import io.hawser.volume.command.CommandRules.Verdict;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.PublicationSample;
import io.hawser.volume.lifecycle.Retry;
import io.hawser.volume.lifecycle.Volume;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ForgetRulesTest {
    private static final MountReport NOTHING_LEFT =
            MountReport.newBuilder().setGeneration(7).setNothingLeft(true).build();

    @Test
    @DisplayName("A mount is forgotten only where the node is to let go of it; each refusal says why")
    void aMountIsForgotten() {
        // Given
        ForgetMount forget = ForgetMount.newBuilder().setName("v").setNode("n").build();
        Publication leaving = Publication.orphaned(new NodeName("n"), "csi-n", 7, MountReport.getDefaultInstance());

        // When
        Verdict accepted = CommandRules.forget(forget, "v", "f", Optional.of(VOLUME.with(leaving)));
        Volume asked = ((Verdict.Accepted) accepted).volume();
        Verdict nowhere = CommandRules.forget(forget, "v", "f", Optional.of(VOLUME));
        Verdict twice = CommandRules.forget(forget, "v", "f2", Optional.of(asked));

        // Then
        assertThat(asked.publications().get(new NodeName("n")).forget().command())
                .isEqualTo("f");
        assertThat(field(nowhere)).isEqualTo("node");
        assertThat(((Verdict.Refused) twice).fault().message()).isEqualTo("command f says so already");
        assertThat(field(CommandRules.forget(forget, "v", "f", Optional.empty())))
                .isEqualTo("name");
        assertThat(field(CommandRules.forget(forget, "w", "f", Optional.of(VOLUME.with(leaving)))))
                .isEqualTo("key");
        assertThat(List.of(Publication.State.PENDING_PUBLISH, Publication.State.PUBLISHED))
                .allSatisfy(state -> assertThat(reason(forget, state, false)).contains("is in use on node n"));
        assertThat(reason(forget, Publication.State.PENDING_UNPUBLISH, false)).contains("has said already");
        assertThat(reason(forget, Publication.State.PENDING_UNPUBLISH, true)).isEmpty();
        assertThat(reason(forget, Publication.State.PENDING_UNPUBLISH, true, Optional.of(NOTHING_LEFT)))
                .contains("has said already");
        assertThat(reason(forget, Publication.State.UNCONFIRMED_DETACH, true)).isEmpty();
    }

    @Test
    @DisplayName("A volume is detached by hand only where the plugin has failed to detach it; each refusal says what to"
            + " do")
    void aVolumeIsDetachedByHand() {
        // Given
        ForgetMount forget = ForgetMount.newBuilder()
                .setName("v")
                .setNode("n")
                .setDetached(true)
                .build();
        Publication failed = leaving(1).forgetting("f");

        // When
        Verdict accepted = CommandRules.forget(forget, "v", "d", Optional.of(VOLUME.with(failed)));
        Volume asked = ((Verdict.Accepted) accepted).volume();
        Verdict twice = CommandRules.forget(forget, "v", "d2", Optional.of(asked));
        Verdict untried = CommandRules.forget(forget, "v", "d", Optional.of(VOLUME.with(leaving(0))));

        // Then
        assertThat(asked.publications().get(new NodeName("n"))).isEqualTo(failed.detachedByHand("d"));
        assertThat(((Verdict.Accepted) accepted).note()).contains("ends without the plugin");
        assertThat(((Verdict.Refused) twice).fault().message()).isEqualTo("command d says so already");
        assertThat(field(untried)).isEqualTo("detached");
        assertThat(((Verdict.Refused) untried).fault().message()).contains("wait until");
        assertThat(field(CommandRules.forget(forget, "v", "d", Optional.of(VOLUME))))
                .isEqualTo("node");
        assertThat(reason(forget, Publication.State.PENDING_PUBLISH, false)).contains("is in use on node n");
        assertThat(reason(forget, Publication.State.PUBLISHED, false)).contains("is in use on node n");
        assertThat(reason(forget, Publication.State.PENDING_NODE_UNPUBLISH, false))
                .contains("fence the node", "leave out `detached`");
        assertThat(reason(forget, Publication.State.UNCONFIRMED_DETACH, true)).contains("leave out `detached`");
    }

    private static Publication leaving(int attempt) {
        return PublicationSample.on(new NodeName("n"), Publication.State.PENDING_UNPUBLISH)
                .mounts(7, Optional.of(NOTHING_LEFT))
                .retry(new Retry(attempt, Optional.empty(), "", OptionalLong.empty(), false))
                .done();
    }

    private static String reason(ForgetMount forget, Publication.State state, boolean unconfirmed) {
        return reason(forget, state, unconfirmed, Optional.empty());
    }

    private static String reason(
            ForgetMount forget, Publication.State state, boolean unconfirmed, Optional<MountReport> reported) {
        Publication publication = PublicationSample.on(new NodeName("n"), state)
                .mounts(7, reported)
                .unconfirmed(unconfirmed)
                .done();
        return CommandRules.forget(forget, "v", "f", Optional.of(VOLUME.with(publication)))
                        instanceof Verdict.Refused refused
                ? refused.fault().message()
                : "";
    }

    private static String field(Verdict verdict) {
        return ((Verdict.Refused) verdict).fault().field();
    }
}
