package io.hawser.run;

import io.hawser.csi.ConnectionOptions;
import io.hawser.csi.CsiClient;
import io.hawser.csi.CsiConnection;
import io.hawser.csi.CsiService;
import io.hawser.csi.PluginLook;
import io.hawser.embedded.process.ChildProcess;
import io.hawser.embedded.process.Launch;
import io.hawser.embedded.process.Signal;
import io.hawser.files.FileErrors;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Starts the process, looks at it, and does what {@link RunState} decides, until it is asked to stop. */
final class Runner {
    private static final Duration LOOK_WITHIN = Duration.ofSeconds(5);

    private final PluginFiles files;
    private final List<String> command;
    private final Timing timing;
    private final Duration stopWithin;
    private final CsiClient client;
    private final Consumer<String> say;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private Optional<ChildProcess> running = Optional.empty();

    /** @param stopWithin how long the process may take to end when it is asked to */
    Runner(
            PluginFiles files,
            List<String> command,
            Timing timing,
            Duration stopWithin,
            CsiClient client,
            Consumer<String> say) {
        this.files = files;
        String endpoint = files.endpoint().toString();
        this.command = command.stream()
                .map(word -> word.replace("$(CSI_ENDPOINT)", endpoint))
                .toList();
        this.timing = timing;
        this.stopWithin = stopWithin;
        this.client = client;
        this.say = say;
    }

    /** Returns when {@link #stop} was called and the process has ended. */
    void run() {
        RunState state = new RunState.Starting(0);
        while (!stopped(Duration.ZERO)) {
            RunState.Step last = watch(start(), state);
            state = last.state();
            end();
            if (last.next() instanceof RunState.Next.StartAgain(Duration pause) && stopped(pause)) {
                return;
            }
        }
    }

    /** Looks at the process until it should be started again, or this should stop. */
    private RunState.Step watch(Supplier<Observation> look, RunState begin) {
        long began = System.nanoTime();
        RunState state = begin;
        while (true) {
            RunState.Step step = state.after(look.get(), Duration.ofNanos(System.nanoTime() - began), timing);
            // What is seen of a process that is being stopped is no news.
            if (stopped(Duration.ZERO)) {
                return step;
            }
            step.say().ifPresent(say);
            state = step.state();
            if (!(step.next() instanceof RunState.Next.LookAgain(Duration pause))) {
                return step;
            }
            running().ifPresent(process -> process.endsWithin(pause));
        }
    }

    private synchronized Optional<ChildProcess> running() {
        return running;
    }

    /** @return what looks at the process, or says why there is none */
    private synchronized Supplier<Observation> start() {
        if (stopping.getCount() == 0) {
            return () -> new Observation.NotStarted("it is being stopped");
        }
        Optional<String> other = files.listener();
        if (other.isPresent()) {
            return () -> new Observation.NotStarted(leftBehind(other.get()));
        }
        try {
            files.removeSocket();
            files.rotateLog();
            ChildProcess process = ChildProcess.start(new Launch(
                    files.name(),
                    command,
                    Map.of("CSI_ENDPOINT", files.endpoint().toString()),
                    files.log(),
                    Launch.Lifetime.WITH_US));
            running = Optional.of(process);
            say.accept("is started, process " + process.id().pid() + ", log " + files.log());
            return () -> look(process);
        } catch (IllegalStateException endedImmediately) {
            return () -> new Observation.Ended("immediately, log " + files.log());
        } catch (UncheckedIOException failed) {
            return () -> new Observation.NotStarted(FileErrors.sentence(failed));
        }
    }

    /** Only the started process is ended: volumes may depend on others that a driver started. */
    private static String leftBehind(String other) {
        return other + "; if COMMAND is a script that started it, end that process, and let the script `exec` it";
    }

    private Observation look(ChildProcess process) {
        if (process.endsWithin(Duration.ZERO)) {
            return new Observation.Ended("with code " + process.exitCode());
        }
        CsiConnection connection = client.connect(
                files.endpoint(),
                ConnectionOptions.reading(CsiService.CONTROLLER, CsiService.NODE)
                        .withIdentityDeadline(LOOK_WITHIN));
        PluginLook look;
        try {
            look = connection.look(LOOK_WITHIN).await().indefinitely();
        } finally {
            connection.close();
        }
        if (process.endsWithin(Duration.ZERO)) {
            return new Observation.Ended("with code " + process.exitCode());
        }
        return look.healthy()
                ? new Observation.Well(look.identity()
                        .map(said -> said.name() + " " + said.vendorVersion())
                        .orElse(""))
                : new Observation.Ill(look.trouble());
    }

    /** Passes SIGTERM on, and returns when the process has ended. */
    void stop() {
        stopping.countDown();
        end();
    }

    private synchronized void end() {
        running.ifPresent(process -> {
            if (!process.stop(Signal.TERM, stopWithin)) {
                say.accept("did not end within " + stopWithin.toSeconds() + " s, and was killed");
            }
            try {
                files.removeSocket();
                files.listener().ifPresent(other -> say.accept("is ended, but " + leftBehind(other)));
            } catch (UncheckedIOException failed) {
                // The next start tries again, and waits if it cannot either.
                say.accept("is ended, but " + FileErrors.sentence(failed));
            }
        });
        running = Optional.empty();
    }

    private boolean stopped(Duration within) {
        try {
            return stopping.await(within.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
