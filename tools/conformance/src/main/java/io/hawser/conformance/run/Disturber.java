package io.hawser.conformance.run;

import io.hawser.conformance.machine.ConformanceMachine;
import io.hawser.local.process.Supervisor;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Disturbs processes while a play goes on: one disturbance of a process at a time, different processes at once. */
final class Disturber implements AutoCloseable {
    private final Supervisor supervisor;
    private final Consumer<String> tell;
    private final Map<String, Future<?>> under = new LinkedHashMap<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    Disturber(ConformanceMachine machine, Consumer<String> tell) {
        this.supervisor = machine.supervisor();
        this.tell = tell;
    }

    /** Kills it at once and starts it again later; returns when it is dead. */
    void kill(String process, Duration away) {
        settle(process);
        tell.accept("kills " + process);
        supervisor.kill(process);
        under.put(process, threads.submit(() -> {
            pause(away);
            supervisor.restart(process);
        }));
    }

    /** Stops it at once and lets it go on later. */
    void freeze(String process, Duration time) {
        settle(process);
        tell.accept("freezes " + process);
        supervisor.pause(process);
        under.put(process, threads.submit(() -> {
            try {
                pause(time);
            } finally {
                supervisor.resume(process);
            }
        }));
    }

    /** Asks it to end and starts it again, while the play goes on. */
    void restart(String process) {
        settle(process);
        tell.accept("restarts " + process);
        under.put(process, threads.submit(() -> supervisor.restart(process)));
    }

    /** Does what takes a while to something that is no process. */
    void meanwhile(String what, Runnable work) {
        settle(what);
        under.put(what, threads.submit(work));
    }

    /** Returns when nothing is disturbed any more, and everything runs. */
    void calm() {
        for (String process : under.keySet().toArray(String[]::new)) {
            settle(process);
        }
    }

    private void settle(String process) {
        Future<?> running = under.remove(process);
        if (running == null) {
            return;
        }
        try {
            running.get();
        } catch (ExecutionException e) {
            throw new PlayFailedException(process + " was disturbed and does not come back: "
                    + e.getCause().getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PlayFailedException("interrupted");
        }
    }

    static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PlayFailedException("interrupted");
        }
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
