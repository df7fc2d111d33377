package io.hawser.conformance.invariant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.v1.TaskState;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;

/** When services, networks and their volumes are given free. */
class DeallocationHistoryTest {
    @Test
    @DisplayName("A network's word that is seen before its service's is none "
            + "too early where the service's was decided first")
    void wordsInTheOtherOrder() {
        // Given
        Story overtaken =
                new Story().network(true).serviceOnNetwork().networkGivenFree(7).givenFree(6);
        Story tooEarly =
                new Story().network(true).serviceOnNetwork().networkGivenFree(6).givenFree(7);
        // When / Then
        assertThat(Invariants.check(overtaken.history()).breaches())
                .extracting(Breach::sentence)
                .noneMatch(sentence -> sentence.contains("network/n"));
        assertThat(Invariants.check(tooEarly.history()).breaches())
                .extracting(Breach::sentence)
                .anyMatch(sentence -> sentence.contains("network/n was given free while [s] held it"));
    }

    static Stream<Arguments> broken() {
        Story live = new Story()
                .service(false)
                .task("t1", TaskState.TASK_STATE_RUNNING)
                .service(true)
                .givenFree();
        Story unmarked = new Story().service(false).givenFree();
        Story takenBack = new Story().service(true).givenFree();
        takenBack.scene.deletes(HawserTopic.DEALLOCATIONS, "service/s");
        Story volumeOnly =
                new Story().born().service(false).removalCommanded("deallocation/s/1/v", "hawser/deallocator-service");
        Story twice = new Story().service(true).givenFree(1).givenFree(2);
        Story tooEarly = new Story()
                .born()
                .service(true)
                .removalCommanded("deallocation/s/1/v", "hawser/deallocator-service")
                .givenFree();
        Story unmarkedNetwork = new Story().network(false).networkGivenFree(1);
        Story heldNetwork = new Story().network(true).serviceOnNetwork().networkGivenFree(1);
        Story networkTwice = new Story().network(true).networkGivenFree(1).networkGivenFree(2);
        Story networkTakenBack = new Story().network(true).networkGivenFree(1);
        networkTakenBack.scene.deletes(HawserTopic.DEALLOCATIONS, "network/n");
        return Stream.of(
                arguments("OnlyDeallocatorDeletes", "given free twice", twice),
                arguments("OnlyDeallocatorDeletes", "a volume removed before the word on its service", tooEarly),
                arguments("OnlyDeallocatorDeletes", "a network given free unasked", unmarkedNetwork),
                arguments("OnlyDeallocatorDeletes", "a network given free under a service", heldNetwork),
                arguments("OnlyDeallocatorDeletes", "a network given free twice", networkTwice),
                arguments("OnlyDeallocatorDeletes", "the final word on a network taken back", networkTakenBack),
                arguments("OnlyDeallocatorDeletes", "given free under a live task", live),
                arguments("OnlyDeallocatorDeletes", "given free unasked", unmarked),
                arguments("OnlyDeallocatorDeletes", "the final word taken back", takenBack),
                arguments("OnlyDeallocatorDeletes", "a volume removed before its service", volumeOnly));
    }
}
