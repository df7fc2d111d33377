package io.hawser.bench.deallocate;

import com.google.protobuf.Message;
import io.hawser.bench.cost.Cost;
import io.hawser.bench.cost.CpuTimes;
import io.hawser.bench.machine.BenchMachine;
import io.hawser.bench.machine.RecordWriter;
import io.hawser.bench.report.Figures;
import io.hawser.bench.report.Latencies;
import io.hawser.bench.volumes.Arrivals;
import io.hawser.bench.volumes.Ticker;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.rest.DeallocatorClient.Kind;
import io.hawser.cli.rest.Deletion;
import io.hawser.cli.topic.TopicFollower;
import io.hawser.local.service.DataServices;
import io.hawser.v1.Deallocation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** One run: everything runs and is marked; all tasks end together; every service is deallocated. */
final class DeallocateRun {
    /** Between two looks at what arrives by itself; it is no part of the measured times. */
    private static final Duration LOOK = Duration.ofMillis(20);
    /** deallocator-service counts its tasks for each answer. */
    private static final Duration ASK = Duration.ofSeconds(1);

    private static final List<String> SHOWN =
            List.of(HawserService.DEALLOCATOR_SERVICE.serviceName(), Cost.DATABASE, DataServices.BROKER);

    private final RunRecords records;
    private final BenchMachine machine;
    private final RecordWriter writer;
    private final Duration atMost;
    private final Consumer<String> progress;
    private final Arrivals deallocated;

    DeallocateRun(
            RunRecords records, BenchMachine machine, RecordWriter writer, Duration atMost, Consumer<String> progress) {
        this.records = records;
        this.machine = machine;
        this.writer = writer;
        this.atMost = atMost;
        this.progress = progress;
        Set<String> services = Set.copyOf(records.serviceNames());
        this.deallocated = new Arrivals(message -> deallocated(message, services), System::nanoTime);
    }

    /** The service, if this is the deallocation of one of these: those of earlier runs do not count. */
    static Optional<String> deallocated(Message message, Set<String> services) {
        return message instanceof Deallocation deallocation && services.contains(deallocation.getService())
                ? Optional.of(deallocation.getService())
                : Optional.empty();
    }

    Figures measured() {
        Figures run;
        try (TopicFollower reader = new TopicFollower(
                machine.bootstrapServers(),
                List.of(HawserTopic.DEALLOCATIONS),
                new RecordDecoder(MessageTypes.of(Deallocation.getDefaultInstance())),
                deallocated::hear)) {
            start();
            run = end(reader);
        }
        forget();
        return run;
    }

    private void start() {
        for (int task = 0; task < records.tasks(); task++) {
            writer.write(HawserTopic.TASKS, records.name(task), records.running(task));
        }
        records.serviceNames().forEach(name -> writer.write(HawserTopic.SERVICES, name, records.marked(name)));
        writer.flush();
        await("running tasks", records.tasks(), ASK, writer::trouble, () -> (int) services().stream()
                .filter(Deletion::asked)
                .mapToLong(Deletion::heldBy)
                .sum());
    }

    private Figures end(TopicFollower reader) {
        Map<String, Long> lastEnd = new HashMap<>();
        CpuTimes before = machine.cpu();
        long began = System.nanoTime();
        for (int task = 0; task < records.tasks(); task++) {
            lastEnd.put(records.serviceOf(task), System.nanoTime());
            writer.write(HawserTopic.TASKS, records.name(task), records.ended(task));
        }
        writer.flush();
        await(
                "deallocated services",
                records.services(),
                LOOK,
                () -> writer.trouble().or(reader::trouble),
                deallocated::count);
        CpuTimes used = machine.cpu().since(before);
        List<Duration> waits = new ArrayList<>();
        long ended = began;
        for (Map.Entry<String, Long> last : lastEnd.entrySet()) {
            long at = deallocated.at(last.getKey()).orElseThrow();
            waits.add(Duration.ofNanos(at - last.getValue()));
            ended = Math.max(ended, at);
        }
        return figures(records.tasks(), Duration.ofNanos(ended - began), Latencies.of(waits), used.byProcess());
    }

    /**
     * The figures of one run.
     *
     * @param took from the write of the first end until the last service is deallocated
     * @param lastTaskToRecord from the write of a service's last end to the record of its deallocation
     * @param used the CPU time of each process in that time
     */
    static Figures figures(int tasks, Duration took, Latencies lastTaskToRecord, Map<String, Duration> used) {
        Figures cpu = new Figures();
        SHOWN.forEach(
                process -> cpu.with(process, Latencies.millis(used.getOrDefault(process, Duration.ZERO)) / tasks, 3));
        return new Figures()
                .with("tasks", tasks)
                .with("recordsPerSecond", tasks * 1e9 / took.toNanos(), 1)
                .with("lastTaskToRecordMs", lastTaskToRecord, 1)
                .with("cpuMsPerTask", cpu);
    }

    /** The orchestrator's answer: with the records gone, nothing is written again beside the next run. */
    private void forget() {
        records.serviceNames().forEach(name -> writer.tombstone(HawserTopic.SERVICES, name));
        writer.flush();
        await(
                "services gone",
                records.services(),
                ASK,
                writer::trouble,
                () -> records.services() - services().size());
    }

    private List<Deletion> services() {
        return machine.deallocator().list(Kind.SERVICE).map(Deletion::parse).toList();
    }

    private void await(String what, int all, Duration pause, Supplier<Optional<String>> trouble, IntSupplier done) {
        Ticker ticker = new Ticker(what, all, progress);
        ticker.await(done, pause, atMost, () -> trouble.get().or(machine::trouble));
        ticker.end();
    }
}
