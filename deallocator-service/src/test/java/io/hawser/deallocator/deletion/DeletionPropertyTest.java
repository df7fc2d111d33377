package io.hawser.deallocator.deletion;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.deallocator.inventory.Bookkeeping;
import io.hawser.deallocator.inventory.Fact;
import io.hawser.deallocator.inventory.Inventory;
import io.hawser.deallocator.inventory.LiveTask;
import io.hawser.deallocator.inventory.Service;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * One service over random orders of: tasks that come, end and are replaced on several partitions, reading, deciding,
 * dying in between.
 */
class DeletionPropertyTest {
    private static final int RUNS = 20_000;
    private static final int STEPS = 60;
    private static final String NAME = "web";

    @Test
    @Tag("swarmkit-T120")
    @DisplayName("OnlyDeallocatorDeletes: at no noted watermark did a live task stand when the word was given; "
            + "in the end it is given")
    void deallocatesOnlyWhatIsQuietAndEverythingQuiet() {
        for (int seed = 0; seed < RUNS; seed++) {
            new Simulation(seed).run();
        }
    }

    private static final class Simulation {
        private final long seed;
        private final Random random;
        private final List<List<Fact>> log = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        private final int[] read = new int[3];
        private final Set<String> running = new HashSet<>();
        private Inventory stored = Inventory.EMPTY;
        private boolean marked;
        private boolean quietSinceMarked;
        private int names;

        Simulation(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
        }

        void run() {
            say(0, new Fact.ServiceIs(NAME, Set.of(), Set.of(), false, "r0"));
            for (int i = 0; i < STEPS; i++) {
                switch (random.nextInt(6)) {
                    case 0 -> begin();
                    case 1 -> end();
                    case 2 -> replace();
                    case 3 -> mark();
                    case 4 -> readOn();
                    default -> decide();
                }
                quietSinceMarked |= marked && running.isEmpty();
            }
            mark();
            while (!running.isEmpty()) {
                end();
            }
            quietSinceMarked = true;
            // Two partitions of tasks and one of services; reading and deciding long enough is quiet.
            for (int i = 0; i < 10_000 && !deallocated(); i++) {
                readOn();
                decide();
            }
            assertThat(deallocated()).as("seed %d ends deallocated", seed).isTrue();
        }

        private void say(int partition, Fact fact) {
            log.get(partition).add(fact);
        }

        private int partitionOf(String task) {
            return 1 + Math.floorMod(task.hashCode(), 2);
        }

        private void begin() {
            String task = "t" + names++;
            running.add(task);
            say(partitionOf(task), new Fact.TaskLives(task, NAME));
        }

        private void end() {
            running.stream().sorted().findFirst().ifPresent(task -> {
                running.remove(task);
                say(partitionOf(task), new Fact.TaskEnded(task));
            });
        }

        /** The new one is said before the old one ends, so nowhere in the log is the service without a task. */
        private void replace() {
            if (!running.isEmpty()) {
                List<String> old = List.copyOf(running);
                begin();
                for (String task : old) {
                    running.remove(task);
                    say(partitionOf(task), new Fact.TaskEnded(task));
                }
            }
        }

        private void mark() {
            if (!marked) {
                marked = true;
                say(0, new Fact.ServiceIs(NAME, Set.of(), Set.of(), true, "r1"));
            }
        }

        private void readOn() {
            int partition = random.nextInt(3);
            int available = log.get(partition).size() - read[partition];
            if (available > 0) {
                int to = read[partition] + 1 + random.nextInt(available);
                stored = Bookkeeping.apply(stored, log.get(partition).subList(read[partition], to))
                        .after();
                read[partition] = to;
            }
        }

        private boolean deallocated() {
            Service service = stored.services().get(NAME);
            return service != null && service.deletion() instanceof Deletion.Deallocated;
        }

        private void decide() {
            Service service = stored.services().get(NAME);
            if (service == null) {
                return;
            }
            long live = stored.tasks().values().stream()
                    .map(LiveTask::service)
                    .filter(NAME::equals)
                    .count();
            switch (NextStep.of(service.deletion(), new Holders(live, List.of()), this::reached)) {
                case NextStep.Nothing() -> {}
                case NextStep.WaitFor ignored -> {}
                case NextStep.CatchUp ignored -> {}
                case NextStep.NoteWatermarks() ->
                    store(service.with(((Deletion.Asked) service.deletion())
                            .noted(log.get(0).size() + "," + log.get(1).size() + ","
                                    + log.get(2).size())));
                case NextStep.Deallocate(Deletion.Asked asked) -> {
                    assertThat(quietSinceMarked)
                            .as("seed %d: no live task at some moment since the mark", seed)
                            .isTrue();
                    store(service.with(asked.deallocate(1)));
                }
            }
        }

        private void store(Service service) {
            Map<String, Service> services = new HashMap<>(stored.services());
            services.put(NAME, service);
            stored = new Inventory(stored.tasks(), services, stored.networks());
        }

        private boolean reached(String watermarks) {
            int[] ends = parse(watermarks);
            return read[0] >= ends[0] && read[1] >= ends[1] && read[2] >= ends[2];
        }

        private static int[] parse(String watermarks) {
            return java.util.Arrays.stream(watermarks.split(",", -1))
                    .mapToInt(Integer::parseInt)
                    .toArray();
        }
    }
}
