package io.hawser.local.command;

import io.hawser.embedded.process.ChildProcess;
import io.hawser.embedded.process.ProcessId;
import io.hawser.embedded.process.Signal;
import io.hawser.local.layout.LocalLayout;
import io.hawser.local.mount.Unmount;
import io.hawser.local.process.Orphans;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code down}: stops every process on the data folder, no matter which command started it. */
@Command(
        mixinStandardHelpOptions = true,
        name = "down",
        description = "Stops everything of this data folder; mounts and data stay.")
final class DownCommand implements Callable<Integer> {
    /** The supervisor stops its processes one after the other, each with its own timeout. */
    private static final Duration SUPERVISOR_STOPS_WITHIN = Duration.ofMinutes(4);

    private static final Duration LOOK = Duration.ofMillis(100);
    /** How often the lock is tried while it is not known who holds it. */
    private static final int LOOKS = 50;

    @ParentCommand
    private LocalCommand parent;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--purge",
            description = "Also unmounts what is mounted below the data folder, and deletes the folder with all volumes"
                    + " of its host-path plugin. It cannot be undone.")
    private boolean purge;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        if (!LocalLayout.isOurs(Launched.home())) {
            return nothingToStop(out);
        }
        LocalLayout layout = parent.layout();
        Optional<RunLock> taken = take(LocalRun.lockFile(layout), out);
        if (taken.isEmpty()) {
            return nothingToStop(out);
        }
        try (RunLock lock = taken.get()) {
            int stopped = new Orphans(layout.run(), layout.home()).stop(name -> out.println("stopping " + name));
            Files.deleteIfExists(LocalRun.detachedFile(layout));
            out.println("stopped " + stopped + (stopped == 1 ? " process" : " processes"));
            if (purge) {
                int mounts = Purge.of(layout);
                out.println("unmounted " + mounts + " and deleted " + layout.home());
            } else {
                String mounts = Unmount.countedBelow(layout.home());
                out.println(mounts + " and the data stay in " + layout.home());
            }
        }
        return 0;
    }

    private static int nothingToStop(PrintWriter out) {
        out.println("nothing to stop: " + Launched.home() + " is no data folder of Hawser");
        return 0;
    }

    /** Another {@code down} may be unmounting and deleting: to end it would leave half of that. */
    private static void awaitOtherDown(Path lockFile, PrintWriter out) throws InterruptedException {
        Optional<ProcessId> other = RunLock.stopper(lockFile);
        while (other.isPresent()) {
            out.println("waiting for another `down`, process " + other.get().pid());
            out.flush();
            while (other.get().alive()) {
                Thread.sleep(LOOK.toMillis());
            }
            other = RunLock.stopper(lockFile);
        }
    }

    /** @return empty: another {@code down} has deleted the folder meanwhile */
    private static Optional<RunLock> take(Path lockFile, PrintWriter out) throws InterruptedException {
        for (int look = 0; look < LOOKS; look++) {
            awaitOtherDown(lockFile, out);
            if (!LocalLayout.isOurs(Launched.home())) {
                return Optional.empty();
            }
            Optional<RunLock> lock = RunLock.tryTakeToStop(lockFile);
            if (lock.isPresent()) {
                return lock;
            }
            RunLock.supervisor(lockFile).ifPresent(holder -> stopSupervisor(holder, out));
            Thread.sleep(LOOK.toMillis());
        }
        throw new IllegalStateException("another command uses " + lockFile + ": wait for its end, and type this again");
    }

    /** A foreground {@code up} stops its own processes when it is asked to end. */
    private static void stopSupervisor(ProcessId holder, PrintWriter out) {
        out.println("stopping the command that supervises, process " + holder.pid());
        out.flush();
        ChildProcess.stop(holder, Signal.TERM, SUPERVISOR_STOPS_WITHIN);
    }
}
