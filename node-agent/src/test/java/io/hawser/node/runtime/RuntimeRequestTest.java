package io.hawser.node.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.node.runtime.RuntimeRequest.Ask;
import io.hawser.node.runtime.RuntimeRequest.Refused;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuntimeRequestTest {
    @ParameterizedTest
    @CsvSource({
        "GET /v1/tasks/web/volumes/data HTTP/1.1, web, data, PT0S",
        "GET /v1/tasks/web/volumes/data?wait=30s HTTP/1.1, web, data, PT30S",
        "GET /v1/tasks/web/volumes/data?wait=250ms HTTP/1.0, web, data, PT0.25S",
        "GET /v1/tasks/web/volumes/data?wait=10m HTTP/1.1, web, data, PT10M",
        "GET /v1/tasks/a%2Fb+c/volumes/%F0%9F%9A%A2 HTTP/1.1, a/b+c, 🚢, PT0S"
    })
    @DisplayName("Task, volume and time are read")
    void readsTheQuestion(String line, String task, String volume, Duration patience) {
        assertThat(RuntimeRequest.of(line)).isEqualTo(new Ask(task, volume, patience));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET /v1/tasks/web/volumes/data?wait=10 HTTP/1.1|400|wait:",
                "GET /v1/tasks/web/volumes/data?wait=-1s HTTP/1.1|400|wait:",
                "GET /v1/tasks/web/volumes/data?wait=99999999999s HTTP/1.1|400|wait:",
                "GET /v1/tasks/web/volumes/data?wait=11m HTTP/1.1|400|10m",
                "GET /v1/tasks/web/volumes/data?wait=600001ms HTTP/1.1|400|10m",
                "GET /v1/tasks/web/volumes/data?time=1s HTTP/1.1|400|query",
                "GET /v1/tasks/web/volumes/data?wait HTTP/1.1|400|query",
                "GET /v1/tasks/%zz/volumes/data HTTP/1.1|400|%",
                "GET /v1/tasks/web/volumes/a/b HTTP/1.1|404|/v1/tasks/TASK/volumes/VOLUME",
                "GET / HTTP/1.1|404|/v1/tasks/TASK/volumes/VOLUME",
                "DELETE /v1/tasks/web/volumes/data HTTP/1.1|405|GET",
                "GET /v1/tasks/web/volumes/data|400|first line",
                "PRI * HTTP/2.0|400|first line",
                "''|400|first line"
            })
    @DisplayName("Anything else is refused with the words that name what is wrong")
    void refusesInWords(String line, int status, String word) {
        assertThat(RuntimeRequest.of(line)).isInstanceOfSatisfying(Refused.class, refused -> {
            assertThat(refused.status()).isEqualTo(status);
            assertThat(refused.message()).contains(word);
        });
    }
}
