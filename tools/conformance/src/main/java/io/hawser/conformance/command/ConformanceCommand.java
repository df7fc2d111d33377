package io.hawser.conformance.command;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.conformance.machine.ConformanceMachine;
import io.hawser.conformance.machine.Orchestrator;
import io.hawser.conformance.machine.Topics;
import io.hawser.conformance.run.Play;
import io.hawser.conformance.run.Stage;
import io.hawser.conformance.scenario.Plan;
import io.hawser.conformance.scenario.Scenarios;
import io.hawser.v1.Node;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.*;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "conformance")
public final class ConformanceCommand implements Callable<Integer> {
    @Option(names = "--only")
    private String only = "";

    public static CommandLine commandLine() {
        return new CommandLine(new ConformanceCommand());
    }

    @Override
    public Integer call() throws Exception {
        Path project = Path.of(System.getProperty("hawser.project", "")).toAbsolutePath();
        Consumer<String> tell = System.err::println;
        ConformanceMachine machine =
                ConformanceMachine.start(Path.of(System.getenv("HAWSER_HOME") + "-conformance"), project, tell);
        try (Orchestrator orchestrator = new Orchestrator(machine.bootstrapServers(), Clock.systemUTC());
                Topics topics = new Topics(machine.bootstrapServers())) {
            ConformanceMachine.NODES.forEach(node -> orchestrator.send(orchestrator.record(
                    HawserTopic.NODES, node, Node.newBuilder().setName(node).build())));
            Stage stage = new Stage(machine, orchestrator, topics, tell);
            List<Plan> plans =
                    Scenarios.all().stream().filter(p -> p.name().matches(only)).toList();
            try (ExecutorService pool = Executors.newFixedThreadPool(6)) {
                List<Future<Play.Outcome>> all = plans.stream()
                        .map(plan -> pool.submit(() -> {
                            long began = System.nanoTime();
                            Play.Outcome outcome = new Play(stage, plan).play();
                            tell.accept(plan.name() + " " + (System.nanoTime() - began) / 1000000 + " ms "
                                    + outcome.complaints() + " not: "
                                    + (plans.size() == 1 ? outcome.verdict().notExercised() : ""));
                            return outcome;
                        }))
                        .toList();
                for (var f : all) f.get();
            }
            tell.accept(machine.volumes().counts().toString());
        } finally {
            machine.close();
        }
        return 0;
    }
}
