package io.hawser.ledger.due.work;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jboss.logging.Logger;

/**
 * One query for all idle loops of a process: which of their kinds have due keys. Those loops then look themselves. A
 * service has some ten loops, and most of them have nothing to do for most of the time.
 */
final class IdleLook {
    private static final Logger LOG = Logger.getLogger(IdleLook.class);

    private final List<? extends Loop> loops;
    private final AtomicBoolean runs = new AtomicBoolean();

    /** @param loops of this process; more may join later */
    IdleLook(List<? extends Loop> loops) {
        this.loops = loops;
    }

    /** A loop over due keys of one kind. */
    interface Loop {
        String kind();

        /** Whether it is idle, and may look. Its own next turn is a whole pause from now. */
        boolean takesPart();

        /** Looks for the keys, and reports if they cannot be read. */
        void look();

        void nothingDue(Duration lookTook);
    }

    /**
     * One query at a time: while the database is slow, none waits behind another.
     *
     * @param dueKinds those of the given kinds that have due keys
     */
    void look(Function<List<String>, Uni<Set<String>>> dueKinds) {
        if (!runs.compareAndSet(false, true)) {
            return;
        }
        List<? extends Loop> idle = List.of();
        try {
            idle = loops.stream().filter(Loop::takesPart).toList();
        } finally {
            // Otherwise all idle loops would sleep for ever.
            runs.set(!idle.isEmpty());
        }
        if (!idle.isEmpty()) {
            ask(idle, dueKinds);
        }
    }

    private void ask(List<? extends Loop> idle, Function<List<String>, Uni<Set<String>>> dueKinds) {
        long began = System.nanoTime();
        Uni.createFrom()
                .deferred(() -> dueKinds.apply(idle.stream().map(Loop::kind).toList()))
                .onTermination()
                .invoke(() -> runs.set(false))
                .subscribe()
                .with(due -> found(idle, due, Duration.ofNanos(System.nanoTime() - began)), failure -> {
                    LOG.warnf("looking for due work of idle loops failed: %s", failure.getMessage());
                    idle.forEach(Loop::look);
                });
    }

    private static void found(List<? extends Loop> idle, Set<String> due, Duration took) {
        for (Loop loop : idle) {
            if (due.contains(loop.kind())) {
                loop.look();
            } else {
                loop.nothingDue(took);
            }
        }
    }
}
