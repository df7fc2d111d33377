package io.hawser.strict;

import static io.hawser.strict.Caller.code;
import static io.hawser.strict.TwoNodes.options;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.v1.ListVolumesRequest;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.strict.call.Capabilities;
import io.hawser.strict.call.CapabilityProfiles;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a strict plugin knows after its process died. */
class KeptStateContractTest {
    private static final Capabilities OFFERED = CapabilityProfiles.full();
    private static final String SECRET = "known to the caller only";

    @TempDir
    Path folder;

    @Test
    void keepsItsStateOverTheDeathOfItsProcess() {
        // Given
        StrictPluginOptions kept = options(folder).withState(folder.resolve("state/volumes.jsonl"));
        VolumeUser volume;
        try (StrictPlugin plugin = StrictPlugin.start(kept);
                Caller caller = new Caller(plugin, folder)) {
            caller.read(OFFERED, "n1", "n2");
            volume = new VolumeUser(caller, OFFERED, "a", Mode.SINGLE_NODE_WRITER).mount("n1", "t1");
            new VolumeUser(caller, OFFERED, "b", Mode.SINGLE_NODE_WRITER)
                    .create()
                    .delete();
        }

        // When
        try (StrictPlugin plugin = StrictPlugin.start(kept);
                Caller caller = new Caller(plugin, folder)) {
            caller.read(OFFERED, "n1", "n2");
            VolumeUser again = volume.through(caller);
            again.create().attach("n1").stage("n1").publish("n1", "t1");
            again.unpublish("n1", "t1").unstage("n1").detach("n1").delete();

            // Then
            assertThat(plugin.verdict().violations()).isEmpty();
            assertThat(plugin.volumes()).isEmpty();
        }
    }

    @Test
    @DisplayName("Its caller did not die with it, and still knows node ids, secrets, pages and capabilities")
    void believesThatTheCallerKnowsWhatItKnew() {
        // Given
        StrictPluginOptions kept = options(folder)
                .withState(folder.resolve("state/volumes.jsonl"))
                .withLimits(WrongCaller.ANY_PACE.withoutRereadAfterRestart());
        VolumeUser volume;
        String page;
        try (StrictPlugin plugin = StrictPlugin.start(kept);
                Caller caller = new Caller(plugin, folder)) {
            caller.read(OFFERED, "n1", "n2");
            volume = new VolumeUser(caller, OFFERED, "a", Mode.SINGLE_NODE_WRITER).create();
            new VolumeUser(caller, OFFERED, "b", Mode.SINGLE_NODE_WRITER).create();
            caller.controller()
                    .controllerPublishVolume(
                            volume.attachRequest("n1").putSecrets("key", SECRET).build());
            page = caller.controller()
                    .listVolumes(
                            ListVolumesRequest.newBuilder().setMaxEntries(1).build())
                    .getNextToken();
        }

        // When
        try (StrictPlugin plugin = StrictPlugin.start(kept);
                Caller caller = new Caller(plugin, folder)) {
            caller.controller()
                    .controllerUnpublishVolume(
                            volume.detachRequest("n1").putSecrets("key", SECRET).build());
            code(() -> caller.controller()
                    .listVolumes(ListVolumesRequest.newBuilder()
                            .setStartingToken(page)
                            .build()));

            // Then
            assertThat(page).isNotEmpty();
            assertThat(plugin.verdict().violations()).isEmpty();
        }
    }

    @Test
    @DisplayName("Where capabilities are read again after a restart, they are read again after the process's death")
    void readsCapabilitiesAgain() {
        // Given
        StrictPluginOptions kept = options(folder).withState(folder.resolve("state/volumes.jsonl"));
        VolumeUser volume;
        try (StrictPlugin plugin = StrictPlugin.start(kept);
                Caller caller = new Caller(plugin, folder)) {
            caller.read(OFFERED, "n1", "n2");
            volume = new VolumeUser(caller, OFFERED, "a", Mode.SINGLE_NODE_WRITER)
                    .create()
                    .attach("n1");
        }

        // When
        try (StrictPlugin plugin = StrictPlugin.start(kept);
                Caller caller = new Caller(plugin, folder)) {
            volume.through(caller).detach("n1");

            // Then
            assertThat(plugin.verdict().broken()).containsExactly("capabilities-before-use");
        }
    }

    @Test
    void judgesCallsAboutWhatStoodBeforeItsProcessBegan() {
        // Given
        StrictPluginOptions kept = options(folder).withState(folder.resolve("state/volumes.jsonl"));
        VolumeUser volume;
        try (StrictPlugin plugin = StrictPlugin.start(kept);
                Caller caller = new Caller(plugin, folder)) {
            caller.read(OFFERED, "n1", "n2");
            volume = new VolumeUser(caller, OFFERED, "a", Mode.SINGLE_NODE_WRITER).mount("n1", "t1");
        }

        // When
        try (StrictPlugin plugin = StrictPlugin.start(kept);
                Caller caller = new Caller(plugin, folder)) {
            caller.read(OFFERED, "n1", "n2");
            volume.through(caller).detach("n1");

            // Then
            assertThat(plugin.verdict().broken()).containsExactly("unstage-before-controller-unpublish");
        }
    }
}
