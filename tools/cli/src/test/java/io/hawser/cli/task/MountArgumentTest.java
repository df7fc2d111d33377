package io.hawser.cli.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.v1.TaskMount;
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

    @ParameterizedTest
    @ValueSource(strings = {"", "v1", ":/data", "v1:", "v1:/data:x", "v1:/data:ro:ro", "group::/data"})
    void saysHowAMountIsWritten(String text) {
        assertThatThrownBy(() -> MountArgument.parse(text)).hasMessageContaining("VOLUME:TARGET");
    }
}
