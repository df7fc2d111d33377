package io.hawser.strict.knowledge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretsTest {

    private static final Secrets SECRETS =
            Secrets.of(List.of("open sesame", "open sesame twice", "abracadabra", "admin", "ro"));

    @ParameterizedTest
    @CsvSource({
        "open sesame, true",
        "https://ali:open sesame@storage/, true",
        "they say open sesame, true",
        "open sesame twice, true",
        "open open sesame, true",
        "abracadabrab, true",
        "open sesam, false",
        "open sesam twice, false",
        "pen sesame, false",
        "admin, true",
        "administrators, false",
        "ro, false",
        "'', false"
    })
    @DisplayName("A secret is found as a whole, and one of eight characters within a longer text too, "
            + "wherever it stands there")
    void findsASecretWhereverItStands(String text, boolean expected) {
        // Given
        Secrets secrets = SECRETS;

        // When
        boolean found = secrets.standIn(text);

        // Then
        assertThat(found).isEqualTo(expected);
    }
}
