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
        RawJson named = EnumNames.in(
                "{\"name\":\"p\",\"units\":[3,99]}",
                Map.of("units", EnumNamesTest::unit, "others", EnumNamesTest::unit));
        assertThat(new ObjectMapper().readTree(named.json()))
                .isEqualTo(
                        new ObjectMapper().readTree("{\"name\":\"p\",\"units\":[\"SECONDS\",\"99\"],\"others\":[]}"));
    }

    private static Enum<?> unit(int number) {
        return number < TimeUnit.values().length ? TimeUnit.values()[number] : null;
    }
}
