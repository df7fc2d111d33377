package io.hawser.strict.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SettledVolumesTest {
    @Test
    @DisplayName("Ids and nodes of settled volumes follow from their number, and the first are attached in turns")
    void shelves() {
        // Given
        Store store = new Store();

        // When
        new SettledVolumes(4, 3, 2).shelve(store);

        // Then
        assertThat(store.volumes().stream()
                        .map(volume -> volume.id() + volume.attachments().keySet()))
                .containsExactly(
                        "v-90000001[strict-n00002]",
                        "v-90000002[strict-n00001]",
                        "v-90000003[strict-n00002]",
                        "v-90000004[]");
        assertThat(store.attachedTo("strict-n00002")).isEqualTo(2);
    }

    @Test
    @DisplayName("More attached volumes than volumes are refused")
    void tooMany() {
        assertThatThrownBy(() -> new SettledVolumes(1, 2, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
