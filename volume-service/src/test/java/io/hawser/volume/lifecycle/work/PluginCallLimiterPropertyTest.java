package io.hawser.volume.lifecycle.work;

import static io.hawser.volume.id.Ids.P;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.volume.lifecycle.Operation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The due loop in small: volumes come, are looked at, wait in the queue, call and end, in any order. */
class PluginCallLimiterPropertyTest {
    private static final int PERMITS = 3;
    private static final CallQueue QUEUE = new CallQueue(P, Operation.Kind.PUBLISH);

    @Property(tries = 500)
    void neverTooManyNeverOvertakenAndAllGetTheirTurn(@ForAll long seed) {
        // Given
        Random random = new Random(seed);
        PluginCallLimiter permits = new PluginCallLimiter(PERMITS);
        List<Integer> fresh = new ArrayList<>();
        List<Integer> queue = new ArrayList<>();
        List<Integer> calling = new ArrayList<>();
        List<Integer> served = new ArrayList<>();

        // When
        int come = 0;
        while (served.size() < 40) {
            if (come < 40 && random.nextInt(3) > 0) {
                fresh.add(come++);
            }
            if (!calling.isEmpty() && random.nextInt(3) == 0) {
                calling.remove(random.nextInt(calling.size()));
                permits.ended(QUEUE);
            }
            int room = Math.max(0, PERMITS - permits.taken().getOrDefault(QUEUE.inTable(), 0));
            List<Integer> queued = List.copyOf(queue.subList(0, Math.min(room, queue.size())));
            permits.looked(Collections.nCopies(queued.size(), QUEUE.inTable()), true);
            PluginCallLimiter.Taking taking = permits.taking();
            for (int volume : queued) {
                if (taking.take(QUEUE, true)) {
                    queue.remove((Integer) volume);
                    calling.add(volume);
                    served.add(volume);
                }
            }
            for (int volume : List.copyOf(fresh)) {
                if (taking.take(QUEUE, false)) {
                    // Then
                    assertThat(queue).as("those that it overtook").isEmpty();
                    calling.add(volume);
                    served.add(volume);
                } else {
                    queue.add(volume);
                }
                fresh.remove((Integer) volume);
            }
            // Then
            assertThat(calling).hasSizeLessThanOrEqualTo(PERMITS);
        }

        // Then
        assertThat(served).isSorted().hasSize(40);
    }
}
