package io.hawser.bench.commands;

import io.hawser.bench.machine.BenchMachine;
import io.hawser.bench.machine.PluginProcess;
import io.hawser.bench.machine.RecordWriter;
import io.hawser.bench.machine.ServiceMemory;
import io.hawser.bench.machine.ServiceMemory.Look;
import io.hawser.bench.report.Figures;
import io.hawser.bench.volumes.BenchFailedException;
import io.hawser.bench.volumes.Ticker;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.topic.TopicFollower;
import io.hawser.v1.CommandResult;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.MountAccess;
import io.hawser.v1.Plugin;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.UpdateVolume;
import io.hawser.v1.VolumeSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Writes all commands without waiting, and then awaits an answer to each. Eight of ten create a volume. The other two
 * name a volume that does not exist, and so wait until everything before them was read: one names a volume of its own,
 * and one names the same volume each time.
 */
public final class CommandsBench {
    private static final int KINDS = 10;
    private static final String NOT_THERE = "not-there";
    private static final Duration LOOK = Duration.ofMillis(500);

    private final int count;
    private final Duration atMost;
    private final Consumer<String> progress;
    private final PluginProcess plugin =
            new PluginProcess("bench.hawser.io", "plugin", 0, Duration.ofMillis(10), false, false);

    public CommandsBench(int count, Duration atMost, Consumer<String> progress) {
        if (count < 1 || !atMost.isPositive()) {
            throw new IllegalArgumentException("count and time must be above zero: " + count + ", " + atMost);
        }
        this.count = count;
        this.atMost = atMost;
        this.progress = progress;
    }

    /** The plugins that must run beside volume-service. */
    public List<PluginProcess> plugins() {
        return List.of(plugin);
    }

    /** @throws BenchFailedException if not all are answered in time, or volume-service ran out of memory */
    public Figures run(BenchMachine machine) {
        Answered answered = new Answered();
        ServiceMemory memory = machine.memory();
        try (RecordWriter writer = new RecordWriter(machine.bootstrapServers());
                TopicFollower reader = new TopicFollower(
                        machine.bootstrapServers(),
                        List.of(HawserTopic.COMMAND_RESULTS),
                        new RecordDecoder(MessageTypes.of(CommandResult.getDefaultInstance())),
                        answered::hear)) {
            Look before = memory.look();
            plugin(machine, writer);
            Ticker ticker = new Ticker("answered", count, progress);
            for (int i = 0; i < count; i++) {
                command(writer, i);
            }
            writer.flush();
            progress.accept("%d commands are written".formatted(count));
            // The largest of each figure, which need not be of one moment.
            AtomicReference<Look> peak = new AtomicReference<>(Look.NONE);
            ticker.await(
                    () -> {
                        peak.accumulateAndGet(memory.look(), Look::max);
                        return answered.count();
                    },
                    LOOK,
                    atMost,
                    () -> reader.trouble().or(writer::trouble));
            double took = ticker.end().toNanos() / 1e9;
            noErrors(machine);
            return Figures.of("commands")
                    .with("count", count)
                    .with("accepted", answered.accepted())
                    .with("rejected", answered.rejected())
                    .with("seconds", took, 1)
                    .with("before", figures(before))
                    .with("peak", figures(peak.get()));
        }
    }

    private static Figures figures(Look look) {
        return new Figures()
                .with("heapMiB", look.heap(), 1)
                .with("liveMiB", look.live(), 1)
                .with("residentMiB", look.resident(), 1)
                .with("due", look.due())
                .with("outbox", look.outbox());
    }

    private void plugin(BenchMachine machine, RecordWriter writer) {
        writer.write(
                HawserTopic.PLUGINS,
                plugin.name(),
                Plugin.newBuilder()
                        .setName(plugin.name())
                        .setCurrent("bench")
                        .setEndpoint(machine.controller(plugin).toString())
                        .addPluginCapabilities(1)
                        .addControllerCapabilities(1)
                        .setCapabilitiesKnown(true)
                        .setRevision(1)
                        .build());
        writer.flush();
    }

    private void command(RecordWriter writer, int number) {
        String volume = "many-" + number;
        switch (number % KINDS) {
            case 0 -> {
                UpdateVolume update =
                        UpdateVolume.newBuilder().setName(NOT_THERE).build();
                writer.write(HawserTopic.VOLUME_COMMANDS, NOT_THERE, Answered.id(number), update);
            }
            case 1 -> {
                RemoveVolume removal = RemoveVolume.newBuilder().setName(volume).build();
                writer.write(HawserTopic.VOLUME_COMMANDS, volume, Answered.id(number), removal);
            }
            default -> {
                VolumeSpec.Builder spec =
                        VolumeSpec.newBuilder().setPlugin(plugin.name()).setMount(MountAccess.getDefaultInstance());
                CreateVolume create =
                        CreateVolume.newBuilder().setName(volume).setSpec(spec).build();
                writer.write(HawserTopic.VOLUME_COMMANDS, volume, Answered.id(number), create);
            }
        }
    }

    private static void noErrors(BenchMachine machine) {
        try (var log = Files.lines(machine.log(), StandardCharsets.UTF_8)) {
            machine.trouble()
                    .or(() -> log.filter(line -> line.contains("OutOfMemoryError"))
                            .findFirst())
                    .ifPresent(problem -> {
                        throw new BenchFailedException(problem);
                    });
        } catch (IOException e) {
            throw new IllegalStateException("cannot read " + machine.log(), e);
        }
    }
}
