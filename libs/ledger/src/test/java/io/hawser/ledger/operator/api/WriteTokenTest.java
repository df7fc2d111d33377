package io.hawser.ledger.operator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hawser.rest.Problem;
import jakarta.ws.rs.WebApplicationException;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WriteTokenTest {
    private static final Optional<String> SENT = Optional.of("Bearer s3cret");

    @ParameterizedTest
    @ValueSource(strings = {"s3cret", "s3cret\n", "s3cret\r\n", " s3cret "})
    @DisplayName("White space around the token does not count: a secret made of a file ends with a line feed")
    void whiteSpaceDoesNotCount(String said) {
        assertThatCode(() -> new WriteToken(Optional.of(said)).check(SENT)).doesNotThrowAnyException();
        assertThat(refusal(said, Optional.of("Bearer other")).status()).isEqualTo(401);
        assertThat(refusal(said, Optional.empty()).status()).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", " ", "\t\r\n"})
    @DisplayName("A token of white space alone is none: writing is off, also for an empty header")
    void noToken(String said) {
        assertThat(refusal(said, Optional.of("Bearer ")).detail()).startsWith("writing is off: set HAWSER_TOKEN");
        assertThat(refusal(said, Optional.of("Bearer")).status()).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"s3\ncret", "s3\u0000cret", "s3\u007fcret\n"})
    @DisplayName("A token that no header can carry is refused in a sentence that does not contain it")
    void noHeaderCarriesIt(String said) {
        // When
        Problem refusal = refusal(said, SENT);
        // Then
        assertThat(refusal.status()).isEqualTo(403);
        assertThat(refusal.detail())
                .isEqualTo("writing is off: HAWSER_TOKEN (hawser.token) has a control character in it, which no header"
                        + " can carry");
    }

    @Test
    @DisplayName("Without a token, writing is off")
    void off() {
        assertThat(catchThrowableOfType(
                                WebApplicationException.class, () -> new WriteToken(Optional.empty()).check(SENT))
                        .getResponse()
                        .getStatus())
                .isEqualTo(403);
    }

    private static Problem refusal(String said, Optional<String> header) {
        return (Problem) catchThrowableOfType(
                        WebApplicationException.class, () -> new WriteToken(Optional.of(said)).check(header))
                .getResponse()
                .getEntity();
    }
}
