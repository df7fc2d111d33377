package io.hawser.volume.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.envelope.Origin;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CreationUidTest {
    private static final String TOPIC = "hawser.volume-commands";

    private final String uid = CreationUid.of(new Origin(TOPIC, "id", 0, 40), "create-a");

    @Test
    @DisplayName("The uid is the one that earlier versions gave: the plugin has the volume under it")
    void theUidOfEarlierVersions() {
        assertThat(uid).isEqualTo("ce7f9212e6225fca2f48d0bc");
    }

    @Test
    @DisplayName("A replay of a creation's record has the same uid")
    void aReplay() {
        assertThat(CreationUid.of(new Origin(TOPIC, "id", 0, 40), "create-a")).isEqualTo(uid);
    }

    @Test
    @DisplayName("Another command has another uid, also under an offset that was used before")
    void anotherCommand() {
        assertThat(CreationUid.of(new Origin(TOPIC, "id", 0, 40), "create-c")).isNotEqualTo(uid);
        assertThat(CreationUid.of(new Origin(TOPIC, "id", 0, 41), "create-a")).isNotEqualTo(uid);
        assertThat(CreationUid.of(new Origin(TOPIC, "id", 1, 40), "create-a")).isNotEqualTo(uid);
        assertThat(CreationUid.of(new Origin(TOPIC, "remade", 0, 40), "create-a"))
                .isNotEqualTo(uid);
    }
}
