package io.hawser.local.command;

import io.hawser.local.process.NotReadyException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * What {@code up} does around a start: a signal stops everything, and so does a process that ends before it is ready.
 * What runs and waits for a person stays.
 *
 * @param started runs once everything runs
 */
record UpRun(boolean detach, Runnable start, Runnable started, Runnable stop, Consumer<String> say) {
    interface Stay {
        void until(CountDownLatch stopAsked) throws InterruptedException;
    }

    int call(Stay stay) throws InterruptedException {
        var stopAsked = new CountDownLatch(1);
        var stopOnSignal = new Thread(
                () -> {
                    stopAsked.countDown();
                    stop.run();
                },
                "stop");
        Runtime.getRuntime().addShutdownHook(stopOnSignal);
        try {
            Optional<NotReadyException> waits = begin();
            started.run();
            if (detach) {
                Runtime.getRuntime().removeShutdownHook(stopOnSignal);
                if (waits.isPresent()) {
                    throw waits.get();
                }
                return 0;
            }
            waits.ifPresent(each -> say.accept(each.getMessage()));
            stay.until(stopAsked);
        } catch (IllegalStateException e) {
            // A process that is being stopped does not become ready; that is no failure.
            if (stopAsked.getCount() > 0) {
                throw e;
            }
        }
        return 0;
    }

    /** @return what is not ready though it runs: it may wait for a person, who needs all that runs */
    private Optional<NotReadyException> begin() {
        try {
            start.run();
            return Optional.empty();
        } catch (NotReadyException e) {
            return Optional.of(e);
        }
    }
}
