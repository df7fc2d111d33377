package io.hawser.strict;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status.Code;
import io.hawser.csi.v1.GetCapacityRequest;
import io.hawser.strict.backend.StoredVolume;
import io.hawser.strict.fault.NamedScripts;
import io.hawser.strict.history.Event;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Calls that were done, done by half, or not undone, though their answer says something else. */
class UncertainCallsContractTest extends FaultyPlugin {
    @Test
    void anUncertainAnswerHidesThatItWasDone() {
        // Given
        misbehave("CreateVolume * 1 act-then UNKNOWN");

        // When
        Optional<Code> first = createWithin(120_000);

        // Then
        assertThat(first).contains(Code.UNKNOWN);
        assertThat(plugin.volumes()).hasSize(1);
        assertThat(createWithin(120_000)).isEmpty();
        assertThat(plugin.volumes()).extracting(StoredVolume::id).containsExactly(volume.id());
    }

    @Test
    void aDroppedConnectionHidesThatItWasDone() {
        // Given
        misbehave("CreateVolume * 1 act-then-drop");

        // When
        Optional<Code> first = createWithin(120_000);

        // Then
        assertThat(first).contains(Code.UNAVAILABLE);
        assertThat(plugin.volumes()).hasSize(1);
        awaitReconnected();
        assertThat(createWithin(120_000)).isEmpty();
    }

    @Test
    @DisplayName("Of a call that has no halves nothing is done, and the history says so")
    void halfOfACallThatHasNone() {
        // Given
        misbehave("GetCapacity * 1 half UNAVAILABLE");

        // When
        Optional<Code> asked =
                Caller.code(() -> caller.controller().getCapacity(GetCapacityRequest.getDefaultInstance()));

        // Then
        assertThat(asked).contains(Code.UNAVAILABLE);
        assertThat(plugin.events())
                .filteredOn(event -> event instanceof Event.CallEnded ended && ended.code() == Code.UNAVAILABLE)
                .extracting(event -> ((Event.CallEnded) event).effect())
                .containsExactly(Event.Effect.NONE);
    }

    @Test
    void halfOfEachCallIsInTheWayUntilItIsRepeatedOrUndone() {
        // Given
        misbehave("* a 1 half INTERNAL");

        // When
        Optional<Code> created = createWithin(120_000);
        volume.create();
        Optional<Code> attached = Caller.code(() -> volume.attach("n1"));
        StoredVolume halfAttached = plugin.volumes().get(0);
        boolean attachComplete =
                halfAttached.attachments().get(VolumeUser.nodeId("n1")).complete();
        volume.attach("n1");
        Optional<Code> staged = Caller.code(() -> volume.stage("n1"));
        Optional<Code> publishedTooEarly = Caller.code(() -> volume.publish("n1", "t0"));
        volume.stage("n1");
        Optional<Code> published = Caller.code(() -> volume.publish("n1", "t1"));
        boolean leafStands = Files.exists(volume.target("n1", "t1"));
        volume.publish("n1", "t1");
        Optional<Code> unpublished = Caller.code(() -> volume.unpublish("n1", "t1"));
        boolean leafLeft = Files.exists(volume.target("n1", "t1"));
        volume.unpublish("n1", "t1");
        Optional<Code> unstaged = Caller.code(() -> volume.unstage("n1"));
        boolean stagingComplete =
                plugin.volumes().get(0).stagings().get(VolumeUser.nodeId("n1")).complete();
        volume.unstage("n1");
        Optional<Code> detached = Caller.code(() -> volume.detach("n1"));
        boolean attachmentComplete = plugin.volumes()
                .get(0)
                .attachments()
                .get(VolumeUser.nodeId("n1"))
                .complete();
        volume.detach("n1");
        Optional<Code> deleted = Caller.code(volume::delete);
        int left = plugin.volumes().size();
        volume.delete();

        // Then
        assertThat(created).contains(Code.INTERNAL);
        assertThat(attached).contains(Code.INTERNAL);
        assertThat(attachComplete).isFalse();
        assertThat(staged).contains(Code.INTERNAL);
        assertThat(publishedTooEarly).isPresent();
        assertThat(published).contains(Code.INTERNAL);
        assertThat(leafStands).isTrue();
        assertThat(unpublished).contains(Code.INTERNAL);
        assertThat(leafLeft).isTrue();
        assertThat(volume.target("n1", "t1")).doesNotExist();
        assertThat(unstaged).contains(Code.INTERNAL);
        assertThat(stagingComplete).isFalse();
        assertThat(detached).contains(Code.INTERNAL);
        assertThat(attachmentComplete).isFalse();
        assertThat(deleted).contains(Code.INTERNAL);
        assertThat(left).isOne();
        assertThat(plugin.volumes()).isEmpty();
    }

    @Test
    void notFoundOnTheWayDownLeavesEverythingThere() {
        // Given
        plugin.misbehave(NamedScripts.named("rejecting-undo"));
        volume.mount("n1", "t1");
        String node = VolumeUser.nodeId("n1");

        // When
        Optional<Code> unpublished = Caller.code(() -> volume.unpublish("n1", "t1"));
        boolean leafLeft = Files.exists(volume.target("n1", "t1"));
        volume.unpublish("n1", "t1");
        Optional<Code> unstaged = Caller.code(() -> volume.unstage("n1"));
        boolean stagingLeft = plugin.volumes().get(0).stagings().get(node).complete();
        volume.unstage("n1");
        Optional<Code> detached = Caller.code(() -> volume.detach("n1"));
        boolean attachmentLeft = plugin.volumes().get(0).attachments().get(node).complete();
        volume.detach("n1").delete();

        // Then
        assertThat(List.of(unpublished, unstaged, detached)).containsOnly(Optional.of(Code.NOT_FOUND));
        assertThat(leafLeft).isTrue();
        assertThat(stagingLeft).isTrue();
        assertThat(attachmentLeft).isTrue();
        assertThat(plugin.volumes()).isEmpty();
        assertThat(plugin.verdict().violations()).isEmpty();
    }
}
