package io.hawser.bench.deallocate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RunRecordsTest {
    @Test
    @DisplayName("Tasks are spread evenly over the services, so that the last ends are one of each service")
    void spread() {
        // Given
        RunRecords records = new RunRecords(2, 3, 9);

        // Then
        assertThat(IntStream.range(0, 9)
                        .boxed()
                        .collect(Collectors.groupingBy(records::serviceOf, Collectors.counting())))
                .hasSize(3)
                .containsOnlyKeys(records.serviceNames())
                .allSatisfy((service, tasks) -> assertThat(tasks).isEqualTo(3));
        assertThat(IntStream.range(6, 9).mapToObj(records::serviceOf))
                .containsExactlyElementsOf(records.serviceNames());
    }

    @Test
    @DisplayName("No name of one run is used in another")
    void names() {
        // Then
        assertThat(new RunRecords(1, 3, 9).serviceNames())
                .doesNotContainAnyElementsOf(new RunRecords(2, 3, 9).serviceNames());
        assertThat(new RunRecords(1, 3, 9).name(0)).isNotEqualTo(new RunRecords(2, 3, 9).name(0));
    }
}
