package io.hawser.volume.lifecycle.work;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.P;
import static io.hawser.volume.id.Ids.V;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.VolumeSpec;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.lifecycle.Attachment;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.Publication.State;
import io.hawser.volume.lifecycle.PublicationSample;
import io.hawser.volume.lifecycle.Volume;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FreedPlacesTest {
    private static final Volume VOLUME =
            Volume.accepted(V, "uid", VolumeSpec.newBuilder().setPlugin("p").build());
    private static final Set<FreedPlaces.Place> FREED = Set.of(new FreedPlaces.Place(P, N1));

    @Test
    @DisplayName(
            "A place is free when the plugin was told to detach, also where the node owes its word, or the volume went")
    void whatFreesAPlace() {
        Volume attached = VOLUME.with(on(N1, State.PENDING_UNPUBLISH, true));
        assertThat(FreedPlaces.of(attached, Optional.of(VOLUME))).isEqualTo(FREED);
        assertThat(FreedPlaces.of(attached, Optional.of(VOLUME.with(on(N1, State.UNCONFIRMED_DETACH, true)))))
                .isEqualTo(FREED);
        assertThat(FreedPlaces.of(attached, Optional.empty())).isEqualTo(FREED);
        Volume detaching = VOLUME.with(Publication.perhapsAttached(N1, "csi-n1"));
        assertThat(FreedPlaces.of(detaching, Optional.of(VOLUME))).isEqualTo(FREED);
    }

    @Test
    @DisplayName("Nothing is free that is still attached, or never was")
    void whatFreesNone() {
        Volume attached = VOLUME.with(on(N1, State.PUBLISHED, true));
        Volume never = VOLUME.with(on(N1, State.PENDING_PUBLISH, false));
        assertThat(FreedPlaces.of(attached, Optional.of(VOLUME.with(on(N1, State.PENDING_UNPUBLISH, true)))))
                .isEmpty();
        assertThat(FreedPlaces.of(never, Optional.of(VOLUME))).isEmpty();
    }

    private static Publication on(NodeName node, State state, boolean attempted) {
        return PublicationSample.on(node, state)
                .attachment(Attachment.of(attempted, false))
                .done();
    }
}
