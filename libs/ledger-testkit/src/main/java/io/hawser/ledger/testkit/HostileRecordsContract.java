package io.hawser.ledger.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.testkit.hostile.HostileRecords;
import io.hawser.testkit.hostile.HostileRun;
import io.hawser.testkit.shared.SharedBroker;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What a service makes of thousands of hostile records, many in a row, over all topics that it reads. No test that
 * counts records may come after it in the same application.
 */
public abstract class HostileRecordsContract {
    private static final TopicNames NAMES = TopicNames.DEFAULT;
    private static final int BLOCKS = 10;
    private static final int OF_A_TOPIC = 100;
    private static final int MOST_IN_A_ROW = 400;

    /** The topics among those that the service reads whose refusals it answers. */
    protected abstract Set<HawserTopic> answered();

    /** Writes a healthy record, or several. */
    protected abstract void healthy(int number) throws Exception;

    /** Waits until what {@link #healthy} wrote under that number is applied. */
    protected abstract void awaitApplied(int number) throws Exception;

    @Test
    @DisplayName("Hostile records are each reported for their own reason; what is healthy behind them is applied")
    void hostileRecordsHoldNobodyUp() throws Exception {
        // Given
        HostileRecords hostile = new HostileRecords(23, NAMES.prefix(), "hostile-", ReadTopics.suffixes());
        try (HostileRun run = new HostileRun(SharedBroker.bootstrapServers(), NAMES.prefix())) {
            // When
            for (int block = 0; block < BLOCKS; block++) {
                run.write(hostile.next(Math.min(ReadTopics.all().size() * OF_A_TOPIC, MOST_IN_A_ROW)));
                healthy(block);
            }

            // Then
            for (int block = 0; block < BLOCKS; block++) {
                awaitApplied(block);
            }
            Set<String> answered = answered().stream().map(NAMES::of).collect(Collectors.toSet());
            await().atMost(Duration.ofMinutes(3))
                    .untilAsserted(() -> assertThat(run.faults(answered)).isEmpty());
        }
    }
}
