package io.hawser.local.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.local.command.Copy.Said;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The page that shows a session, on a copy that has just started. */
abstract class SessionPlays {
    private static final Duration AT_MOST = Duration.ofMinutes(1);

    abstract Copy copy();

    @Test
    @DisplayName("docs/session.md, typed as printed, prints what it says")
    void session() throws IOException {
        for (Typed typed : Page.of("docs/session.md").session()) {
            if (typed.looks()) {
                await().atMost(AT_MOST).untilAsserted(() -> type(typed));
            } else {
                type(typed);
            }
        }
    }

    private void type(Typed typed) {
        Said said = copy().hawser(typed.words());
        assertThat(typed.isWhatWas(said, copy().home().toString()))
                .as("on the page:%n%s%nprinted:%n%s", typed, said)
                .isTrue();
    }
}
