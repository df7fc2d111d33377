package io.hawser.bench.deallocate;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bench.volumes.Arrivals;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.v1.Deallocation;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DeallocatedTest {
    private final AtomicLong clock = new AtomicLong(100);
    private final Arrivals deallocated =
            new Arrivals(message -> DeallocateRun.deallocated(message, Set.of("a", "b")), clock::getAndIncrement);

    @Test
    @DisplayName("The first record of each of the run's services counts, however often it is written again")
    void firstCounts() {
        // When
        hear(Deallocation.newBuilder().setService("a"));
        hear(Deallocation.newBuilder().setService("of-an-earlier-run"));
        hear(Deallocation.newBuilder().setNetwork("b"));
        hear(Deallocation.newBuilder().setService("a"));

        // Then
        assertThat(deallocated.count()).isEqualTo(1);
        assertThat(deallocated.at("a")).contains(100L);
        assertThat(deallocated.at("b")).isEmpty();
    }

    private void hear(Deallocation.Builder deallocation) {
        deallocated.hear(
                HawserTopic.DEALLOCATIONS,
                new Decoded.Known(
                        new Origin("hawser.deallocations", "id", 0, 0),
                        "key",
                        "e",
                        "hawser.v1.Deallocation",
                        deallocation.build()));
    }
}
