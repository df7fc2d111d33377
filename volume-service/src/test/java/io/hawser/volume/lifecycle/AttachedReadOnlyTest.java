package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.V;
import static io.hawser.volume.lifecycle.Scenes.FACTS;
import static io.hawser.volume.lifecycle.Scenes.created;
import static io.hawser.volume.lifecycle.Scenes.decide;
import static io.hawser.volume.lifecycle.Scenes.end;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.CapabilitySet;
import io.hawser.csi.v1.ControllerServiceCapability.RPC.Type;
import io.hawser.csi.v1.PluginCapability;
import io.hawser.ledger.call.CallToken;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.VolumeOnNode;
import io.hawser.volume.lifecycle.report.VolumeReport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Whether ControllerPublishVolume is sent with {@code readonly}. */
class AttachedReadOnlyTest {
    private static final CapabilitySet ABLE = CapabilitySet.of(Set.of(), Set.of(Type.PUBLISH_READONLY_VALUE), Set.of());
    private static final VolumeInputs ATTACHES_READ_ONLY = Scenes.facts(
            new VolumeInputs.PluginFacts(
                    Scenes.PLUGIN.endpoint(),
                    CapabilitySet.of(
                            Set.of(PluginCapability.Service.Type.CONTROLLER_SERVICE_VALUE),
                            Set.of(Type.PUBLISH_UNPUBLISH_VOLUME_VALUE, Type.PUBLISH_READONLY_VALUE),
                            Set.of()),
                    9),
            false);
    private static final Operation.Publish ATTACH = new Operation.Publish(N1);
    private static final List<Claim> READS =
            List.of(Scenes.waiting("a", N1, true).granted(V));
    private static final Volume READERS = begun(Scope.SCOPE_MULTI_NODE, Sharing.SHARING_READ_ONLY);

    private static Volume begun(Scope scope, Sharing sharing) {
        Volume volume = created().with(Scenes.spec(scope, sharing));
        return decide(volume, READS, FACTS).volume().orElseThrow();
    }

    private static Volume calling(Volume volume, CapabilitySet plugin) {
        return CallEffects.intend(
                volume, ATTACH, CallToken.of("call", Scenes.NOW, Duration.ofSeconds(9), Duration.ofSeconds(1)), plugin);
    }

    private static Volume ended(Volume calling, CallOutcome outcome) {
        return end(calling, READS, FACTS, outcome).volume().orElseThrow();
    }

    private static boolean readOnly(Volume volume) {
        return volume.publications().get(N1).options().readOnly();
    }

    @Test
    @DisplayName("Only a volume of several nodes that no task may write is attached read-only, if the plugin can")
    void whoIs() {
        assertThat(readOnly(calling(READERS, ABLE))).isTrue();
        assertThat(readOnly(calling(READERS, CapabilitySet.NONE))).isFalse();
        assertThat(readOnly(calling(begun(Scope.SCOPE_SINGLE_NODE, Sharing.SHARING_READ_ONLY), ABLE)))
                .isFalse();
        for (Sharing sharing : List.of(Sharing.SHARING_ONE_WRITER, Sharing.SHARING_ALL)) {
            assertThat(readOnly(calling(begun(Scope.SCOPE_MULTI_NODE, sharing), ABLE)))
                    .as("%s, which a task on the node may write later", sharing)
                    .isFalse();
        }
    }

    @Test
    @DisplayName(
            "A call in doubt is repeated as it was sent, also after an upgrade of the plugin; a rejected one is not")
    void repeated() {
        // Given
        CallOutcome uncertain = new CallOutcome.Uncertain("lost");
        CallOutcome rejected = new CallOutcome.Rejected("no");

        // Then
        assertThat(readOnly(calling(ended(calling(READERS, CapabilitySet.NONE), uncertain), ABLE)))
                .isFalse();
        assertThat(readOnly(calling(ended(calling(READERS, ABLE), uncertain), CapabilitySet.NONE)))
                .isTrue();
        assertThat(readOnly(calling(ended(calling(READERS, CapabilitySet.NONE), rejected), ABLE)))
                .isTrue();
    }

    @Test
    @DisplayName("It stays so while the volume is on the node, also if it has to be attached again in doubt")
    void stays() {
        // Given
        Volume attached = ended(calling(READERS, ABLE), new CallOutcome.Published(ATTACH, Map.of()));
        Volume older = READERS.with(READERS.publications()
                .get(N1)
                .fixing(MountOptions.UNKNOWN.with(true))
                .published()
                .attachedAgain());

        // When
        Volume again = attached.with(attached.publications().get(N1).attachedAgain());

        // Then
        assertThat(readOnly(calling(decide(again, READS, FACTS).volume().orElseThrow(), CapabilitySet.NONE)))
                .isTrue();
        assertThat(readOnly(decide(older, READS, FACTS).volume().orElseThrow())).isTrue();
    }

    @Test
    @DisplayName(
            "A plugin that attaches since an upgrade gets it as if it had always attached, unless a call of before is"
                    + " in doubt")
    void attachesSinceAnUpgrade() {
        // Given
        VolumeInputs attachesNothing = Scenes.facts(Scenes.plugin("unix:///p.sock", true, false, 8), false);
        Volume inUse = decide(READERS, READS, attachesNothing).volume().orElseThrow();
        Volume inDoubt = calling(READERS, CapabilitySet.NONE).calling(Optional.empty());
        Volume used = decide(inDoubt, READS, attachesNothing).volume().orElseThrow();

        // When
        Volume upgraded = decide(inUse, READS, ATTACHES_READ_ONLY).volume().orElseThrow();
        Volume again = decide(used, READS, ATTACHES_READ_ONLY).volume().orElseThrow();

        // Then
        assertThat(readOnly(calling(upgraded, ABLE))).isTrue();
        assertThat(again.publications().get(N1).uncertain()).isTrue();
        assertThat(readOnly(calling(again, ABLE))).isFalse();
    }

    @Test
    @DisplayName("A lost life may have attached it in the other way: after the plugin says so, that call is repeated")
    void attachedOtherwise() {
        // Given
        CallOutcome otherwise = new CallOutcome.Rejected("in another way", CallOutcome.Cause.ATTACHED_OTHERWISE);

        // When
        Volume refused = ended(calling(READERS, ABLE), otherwise);
        Volume writable = calling(refused, ABLE);
        Volume again = calling(ended(writable, otherwise), ABLE);

        // Then
        assertThat(refused.publications().get(N1).uncertain())
                .as("it is attached there, so it is detached before it is forgotten")
                .isTrue();
        assertThat(readOnly(writable)).isFalse();
        assertThat(readOnly(again)).isTrue();
        assertThat(readOnly(ended(calling(begun(Scope.SCOPE_MULTI_NODE, Sharing.SHARING_ALL), ABLE), otherwise)))
                .isFalse();
    }

    @Test
    @DisplayName("A restored copy repeats the call as the lost life sent it, which is published")
    void restored() {
        // Given
        Volume attached = ended(calling(READERS, ABLE), new CallOutcome.Published(ATTACH, Map.of()));

        // When
        VolumeOnNode published = VolumeReport.onNode(attached.publications().get(N1));
        Volume restored = RestoredVolume.with(
                        READERS,
                        io.hawser.v1.Volume.newBuilder().addNodes(published).build(),
                        Scenes.DRAWS)
                .volume();

        // Then
        assertThat(published.getAttachedReadOnly()).isTrue();
        assertThat(VolumeReport.onNode(READERS.publications().get(N1)).getAttachedReadOnly())
                .isFalse();
        assertThat(restored.publications().get(N1).uncertain()).isTrue();
        assertThat(readOnly(calling(restored, CapabilitySet.NONE))).isTrue();
    }
}
