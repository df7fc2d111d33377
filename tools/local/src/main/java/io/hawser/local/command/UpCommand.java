package io.hawser.local.command;

import io.hawser.embedded.process.Launch;
import io.hawser.local.layout.LocalLayout;
import io.hawser.local.mount.Unmount;
import io.hawser.local.process.Supervisor;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code up}: everything runs until Ctrl-C; a process that ends by itself is started again. */
@Command(
        mixinStandardHelpOptions = true,
        name = "up",
        description = "Starts everything on this machine and stays until Ctrl-C.")
final class UpCommand implements Callable<Integer> {
    private static final List<String> TRY_NEXT =
            List.of("./hawser plugin list", "./hawser volume list", "./hawser status");

    @ParentCommand
    private LocalCommand parent;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--detach",
            description = "Returns when everything is ready, or with exit code 1 when a service waits; `./hawser down`"
                    + " stops it.")
    private boolean detach;

    @Override
    public Integer call() throws InterruptedException {
        Launch.Lifetime lifetime = detach ? Launch.Lifetime.DETACHED : Launch.Lifetime.WITH_US;
        PrintWriter out = spec.commandLine().getOut();
        LocalRun run = LocalRun.prepare(parent.layout(), Launched.project(), lifetime, line -> say(out, line));
        return new UpRun(detach, run::start, () -> describe(run, out), () -> stop(run, out), line -> say(out, line))
                .call(stopAsked -> stay(run, stopAsked, out));
    }

    private static void stay(LocalRun run, CountDownLatch stopAsked, PrintWriter out) throws InterruptedException {
        var restarts = new Restarts(
                name -> {
                    say(
                            out,
                            name + " ended by itself and is started again; its log: "
                                    + run.layout().log(name));
                    run.supervisor().restart(name, Supervisor.SLOT_FOR);
                },
                line -> {
                    // A process that does not start while everything is being stopped is not reported.
                    if (stopAsked.getCount() > 0) {
                        say(out, line);
                    }
                },
                System::nanoTime);
        while (!stopAsked.await(1, TimeUnit.SECONDS)) {
            restarts.of(run.supervisor().endedUnasked());
        }
    }

    private void stop(LocalRun run, PrintWriter out) {
        say(out, "stopping");
        run.close();
        say(out, mountsLeft(run.layout(), parent.inOwnMountNamespace()));
    }

    private static String mountsLeft(LocalLayout layout, boolean inOwnNamespace) {
        String counted = Unmount.countedBelow(layout.home());
        return "stopped; "
                + (inOwnNamespace
                        ? counted + " went with this command's mount namespace"
                        : counted + " left in place below " + layout.nodes());
    }

    private void describe(LocalRun run, PrintWriter out) {
        out.println();
        out.println("Endpoints");
        out.println(run.endpoints().table("  "));
        out.println("Topics");
        List<String> topics = topics(run.data().bootstrapServers());
        out.println(topics.isEmpty() ? "  none yet" : "  " + String.join("\n  ", topics));
        out.println("Data folder");
        out.println("  " + run.layout().home());
        out.println("Try next");
        TRY_NEXT.forEach(command -> out.println("  " + Launched.prefix(Launched.home()) + command));
        out.println();
        say(out, detach ? "running; `./hawser down` stops it" : "running; Ctrl-C stops it");
    }

    private static List<String> topics(String bootstrapServers) {
        try (var admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            return admin.listTopics().names().get().stream().sorted().toList();
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "cannot list the topics: "
                            + Objects.requireNonNull(e.getCause()).getMessage(),
                    e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while listing the topics", e);
        }
    }

    private static void say(PrintWriter out, String line) {
        out.println(line);
        out.flush();
    }
}
