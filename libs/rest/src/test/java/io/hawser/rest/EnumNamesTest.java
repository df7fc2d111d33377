package io.hawser.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class EnumNamesTest {
    @Test
    @DisplayName(
            "Numbers get their names; an unknown number stays, an absent list is empty, other fields are untouched")
    void names() throws Exception {
        // Given
        String message = "{\"name\":\"p\",\"nodeCapabilities\":[3,99]}";
        String shown = "{\"name\":\"p\",\"nodeCapabilities\":[\"SECONDS\",\"99\"],\"pluginCapabilities\":[]}";

        // When
        RawJson<?> named = EnumNames.in(
                message, Map.of("nodeCapabilities", EnumNamesTest::unit, "pluginCapabilities", EnumNamesTest::unit));

        // Then
        assertThat(new ObjectMapper().readTree(named.json())).isEqualTo(new ObjectMapper().readTree(shown));
    }

    private static Enum<?> unit(int number) {
        return number < TimeUnit.values().length ? TimeUnit.values()[number] : null;
    }
}
