package io.hawser.cli.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizeTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "512, 512",
        "512B, 512",
        "1KiB, 1024",
        "1 GiB, 1073741824",
        "1.5gib, 1610612736",
        "2kB, 2000",
        "20GB, 20000000000",
        "7PiB, 7881299347898368",
        "2Gi, 2147483648",
        "512ki, 524288"
    })
    void readsWhatPeopleWrite(String text, long bytes) {
        assertThat(Size.parse(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "1G", "GiB", "1,5GiB", "1 GiB more", "1e3"})
    void namesWhatIsNoSize(String text) {
        assertThatThrownBy(() -> Size.parse(text)).hasMessageContaining("'" + text + "' is no size");
    }

    @Test
    @DisplayName("Whoever writes no size reads each unit that there is")
    void namesAllUnits() {
        assertThatThrownBy(() -> Size.parse("1G"))
                .hasMessageContainingAll("KiB", "PiB", "Ki", "Pi", "kB", "MB", "GB", "TB", "PB");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.3B", "9000PiB"})
    void refusesWhatIsNotAWholeNumberOfBytesInRange(String text) {
        assertThatThrownBy(() -> Size.parse(text)).hasMessageContaining("whole number of bytes");
    }

    @ParameterizedTest
    @CsvSource({"0, ''", "512, 512 B", "1024, 1 KiB", "1073741824, 1 GiB", "1610612736, 1.5 GiB", "1023, 1023 B"})
    void writesWhatPeopleRead(long bytes, String text) {
        assertThat(Size.text(bytes)).isEqualTo(text);
    }
}
