package io.hawser.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.cli.look.Look;
import io.hawser.cli.rest.VolumeServiceClient;
import io.hawser.v1.Volume;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WaitingTest {
    private final PrintWriter progress = new PrintWriter(new StringWriter());

    @Test
    @DisplayName("A service that does not answer for a moment ends no wait")
    void goesOn() {
        // Given
        Iterator<Supplier<Look<String>>> looks = List.<Supplier<Look<String>>>of(
                        WaitingTest::unanswered, () -> new Look.Ready<>("there"))
                .iterator();

        // When
        String found = new Waiting(progress, Duration.ofMinutes(1))
                .until("volume v to be created", () -> looks.next().get(), "type something");

        // Then
        assertThat(found).isEqualTo("there");
    }

    @Test
    @DisplayName("A service that does not answer until the time is over leaves the written record, and the command says"
            + " what to do")
    void givesUp() {
        assertThatThrownBy(() -> new Waiting(progress, Duration.ZERO)
                        .until("volume v to be created", WaitingTest::unanswered, "type something"))
                .isInstanceOfSatisfying(CommandFailedException.class, failed -> assertThat(failed.status())
                        .isEqualTo(ExitStatus.UNFINISHED))
                .hasMessageStartingWith("gave up waiting for volume v to be created: volume-service does not answer at")
                .hasMessageEndingWith(" (0 s); type something");
    }

    private static Look<String> unanswered() {
        return Look.of(
                new VolumeServiceClient(URI.create("http://127.0.0.1:1"))
                        .volume("v")
                        .map(Volume::getName),
                () -> "");
    }
}
