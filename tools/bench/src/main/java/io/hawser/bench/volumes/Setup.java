package io.hawser.bench.volumes;

import io.hawser.bench.machine.BenchMachine;
import io.hawser.bench.machine.RecordWriter;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.rest.VolumeServiceClient;
import io.hawser.cli.topic.TopicFollower;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What every run needs: the topics' two ends, the simulated environment, and a time limit. */
final class Setup implements AutoCloseable {
    private static final List<HawserTopic> READ = List.of(
            HawserTopic.VOLUMES,
            HawserTopic.TASK_VOLUMES,
            HawserTopic.ASSIGNMENTS,
            HawserTopic.COMMAND_RESULTS,
            HawserTopic.PLUGINS);

    private static final Duration LOOK = Duration.ofMillis(50);

    private final BenchMachine machine;
    private final Duration atMost;
    private final Consumer<String> progress;
    private final RecordWriter writer;
    private final Environment environment;
    private final NodeAgents agents;
    private final Outcomes outcomes;
    private final TopicFollower reader;

    /** @param atMost for each phase */
    Setup(BenchMachine machine, Duration atMost, Consumer<String> progress) {
        this.machine = machine;
        this.atMost = atMost;
        this.progress = progress;
        this.writer = new RecordWriter(machine.bootstrapServers());
        this.environment = new Environment(writer);
        this.agents = new NodeAgents(environment::answer);
        this.outcomes = new Outcomes(agents::hear);
        this.reader = new TopicFollower(
                machine.bootstrapServers(), READ, new RecordDecoder(MessageTypes.on(READ)), outcomes::hear);
    }

    BenchMachine machine() {
        return machine;
    }

    Duration atMost() {
        return atMost;
    }

    Consumer<String> progress() {
        return progress;
    }

    Environment environment() {
        return environment;
    }

    NodeAgents agents() {
        return agents;
    }

    Outcomes outcomes() {
        return outcomes;
    }

    /** Why waiting is useless, if it is. */
    Optional<String> trouble() {
        return outcomes.trouble().or(writer::trouble).or(reader::trouble).or(machine::trouble);
    }

    /** @param otherwise the state in words, if the time is over */
    void await(BooleanSupplier condition, Duration pause, Supplier<String> otherwise) {
        Await.until(condition, pause, atMost, this::trouble, otherwise);
    }

    /** Returns when volume-service has no work left: what follows does not pay for what is left over. */
    void awaitQuiet() {
        VolumeServiceClient service = machine.volumeService();
        Await.until(
                () -> quiet(service.counts()),
                LOOK,
                atMost,
                Optional::empty,
                () -> "volume-service is not quiet: " + service.counts());
    }

    private static boolean quiet(Map<String, Long> left) {
        return left.getOrDefault("outbox", 0L) + left.getOrDefault("due", 0L) == 0;
    }

    @Override
    public void close() {
        reader.close();
        writer.close();
    }
}
