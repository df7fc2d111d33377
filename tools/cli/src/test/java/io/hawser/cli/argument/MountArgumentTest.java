package io.hawser.cli.argument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.v1.TaskMount;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MountArgumentTest {
    @ParameterizedTest
    @CsvSource({
        "v1:/data, v1, /data, false",
        "v1:/data:ro, v1, /data, true",
        "v1:/data:rw, v1, /data, false",
        "group:fast:/data, group:fast, /data, false",
        "group:fast:/data:ro, group:fast, /data, true",
        "group:/data, group, /data, false"
    })
    void readsSourceAndTarget(String text, String source, String target, boolean readOnly) {
        assertThat(MountArgument.parse(text))
                .isEqualTo(TaskMount.newBuilder()
                        .setSource(source)
                        .setTarget(target)
                        .setReadOnly(readOnly)
                        .build());
    }

    @Test
    @DisplayName("Flags come last, with commas between them; a flag may have colons of its own")
    void flags() {
        assertThat(MountArgument.parse("group:g:/data:ro:noatime,context=a:b").getMountFlagsList())
                .containsExactly("noatime", "context=a:b");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "v1",
                ":/data",
                "v1:",
                "v1:/data:x",
                "v1:/data:ro:",
                "v1:/data::noatime",
                "v1:/data:ro:a,,b",
                "group::/data"
            })
    void saysHowAMountIsWritten(String text) {
        assertThatThrownBy(() -> MountArgument.parse(text)).hasMessageContaining("VOLUME:TARGET");
    }
}
