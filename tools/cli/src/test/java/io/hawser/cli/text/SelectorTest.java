package io.hawser.cli.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SelectorTest {
    private static final Map<String, String> LABELS = Map.of("tier", "hot", "zone", "a");

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "tier=hot; true",
                "tier==hot; true",
                "tier=cold; false",
                "tier!=cold; true",
                "tier!=hot; false",
                "other!=hot; true",
                "zone; true",
                "other; false",
                "!other; true",
                "!zone; false",
                "tier=hot,zone=b; false",
                "tier=hot,zone=a; true"
            })
    @DisplayName("A selector matches the labels as Kubernetes' equality selectors do")
    void matches(String selector, boolean expected) {
        assertThat(Selector.parse(selector).matches(LABELS)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "=hot", "tier=hot,", "!", "!tier=hot", "tier in (hot,cold)", "bad key"})
    @DisplayName("Anything else is refused, and the sentence says how one is written")
    void refused(String selector) {
        assertThatThrownBy(() -> Selector.parse(selector)).hasMessageContaining("is no selector: write key=value");
    }
}
