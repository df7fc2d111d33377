package io.hawser.deallocator.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import io.hawser.deallocator.deletion.Fate;
import io.hawser.deallocator.deletion.ResourceId;
import io.hawser.v1.DeallocatedResource;
import io.hawser.v1.Deallocation;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AnnouncementsTest {
    private static final String LONGEST = "n".repeat(120);

    @Test
    @DisplayName("A service that refers to thousands of resources has a deallocation of 500, by name, and the number of"
            + " the others")
    void thousandsOfResources() throws InvalidProtocolBufferException {
        // Given
        Fate held = new Fate.Held(String.join(", ", Collections.nCopies(5, LONGEST)));

        // When
        Deallocation message = message(2_000, held);

        // Then
        assertThat(message.getResourcesList()).hasSize(500);
        assertThat(message.getResourcesList())
                .extracting(DeallocatedResource::getName)
                .isSorted()
                .startsWith(LONGEST + "0000");
        assertThat(message.getMoreResources()).isEqualTo(1_500);
        assertThat(JsonFormat.printer().print(message)).hasSizeLessThan(500_000);
    }

    @Test
    @DisplayName("A deallocation that names all resources says that there are no others")
    void fewResources() {
        Deallocation message = message(500, new Fate.Goes("goes"));

        assertThat(message.getResourcesList()).hasSize(500);
        assertThat(message.getMoreResources()).isZero();
    }

    private static Deallocation message(int resources, Fate fate) {
        Map<ResourceId, Fate> fates = new TreeMap<>();
        IntStream.range(0, resources)
                .forEach(i -> fates.put(new ResourceId("network", LONGEST + "%04d".formatted(i)), fate));
        return (Deallocation) Announcements.serviceMessage("app", 7, Instant.EPOCH, fates);
    }
}
