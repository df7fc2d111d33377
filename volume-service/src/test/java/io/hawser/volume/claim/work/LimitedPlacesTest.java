package io.hawser.volume.claim.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.ledger.tx.db.RowLock;
import io.hawser.v1.Fingerprint;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.NodePlugin;
import io.hawser.volume.id.PluginName;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LimitedPlacesTest {
    private static final NodePlugin ONE = new NodePlugin(new NodeName("n1"), new PluginName("p"));
    private static final NodePlugin TWO = new NodePlugin(new NodeName("n2"), new PluginName("p"));
    private static final Fingerprint UNLIMITED = Fingerprint.getDefaultInstance();
    private static final Fingerprint LIMITED =
            Fingerprint.newBuilder().setMaxVolumes(1).build();

    private final LimitedPlaces places = new LimitedPlaces();

    @Test
    @DisplayName("Tasks share the row of a plugin without a limit")
    void unlimited() {
        assertThat(places.lockOf(List.of(ONE, TWO))).isEqualTo(RowLock.SHARE);
        assertThat(places.suffices(RowLock.SHARE, Map.of(ONE, UNLIMITED, TWO, UNLIMITED)))
                .isTrue();
        assertThat(places.lockOf(List.of(ONE, TWO))).isEqualTo(RowLock.SHARE);
    }

    @Test
    @DisplayName("A shared lock does not guard a limit, and the next transaction locks all its rows exclusively")
    void limited() {
        assertThat(places.suffices(RowLock.SHARE, Map.of(ONE, LIMITED, TWO, UNLIMITED)))
                .isFalse();
        assertThat(places.lockOf(List.of(ONE, TWO))).isEqualTo(RowLock.UPDATE);
        assertThat(places.suffices(RowLock.UPDATE, Map.of(ONE, LIMITED, TWO, UNLIMITED)))
                .isTrue();
        assertThat(places.lockOf(List.of(TWO))).isEqualTo(RowLock.SHARE);
    }

    @Test
    @DisplayName("A plugin whose limit was taken back is shared again")
    void noLongerLimited() {
        // Given
        places.suffices(RowLock.SHARE, Map.of(ONE, LIMITED));

        // When
        places.suffices(RowLock.UPDATE, Map.of(ONE, UNLIMITED));

        // Then
        assertThat(places.lockOf(List.of(ONE))).isEqualTo(RowLock.SHARE);
    }
}
