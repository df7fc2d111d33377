package io.hawser.local.demo;

import io.hawser.bus.service.HawserService;
import io.hawser.cli.endpoint.Endpoints;
import io.hawser.cli.look.Look;
import io.hawser.cli.rest.DeallocatorClient;
import io.hawser.cli.rest.PluginRegistryClient;
import io.hawser.cli.rest.VolumeServiceClient;
import io.hawser.cli.topic.TopicReader;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.local.layout.LocalLayout;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** What the steps use: topics to write, services to ask, the folders of the nodes. */
public final class DemoContext implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);

    private final LocalLayout layout;
    private final Endpoints endpoints;
    private final Supplier<List<String>> endedUnasked;
    private final StepDeadline deadline;
    private final TopicWriter writer;

    /**
     * @param endedUnasked the processes that died without being killed
     * @param deadline of the current step
     */
    public DemoContext(
            LocalLayout layout, Endpoints endpoints, Supplier<List<String>> endedUnasked, StepDeadline deadline) {
        this.layout = layout;
        this.endpoints = endpoints;
        this.endedUnasked = endedUnasked;
        this.deadline = deadline;
        this.writer =
                new TopicWriter(endpoints.bootstrapServers(), endpoints.topics(), "hawser/demo", Clock.systemUTC());
    }

    LocalLayout layout() {
        return layout;
    }

    TopicWriter writer() {
        return writer;
    }

    TopicReader reader() {
        return new TopicReader(endpoints.bootstrapServers(), endpoints.topics());
    }

    VolumeServiceClient volumes() {
        return new VolumeServiceClient(endpoints.service(HawserService.VOLUME_SERVICE));
    }

    PluginRegistryClient plugins() {
        return new PluginRegistryClient(endpoints.service(HawserService.PLUGIN_REGISTRY));
    }

    DeallocatorClient deletions() {
        return new DeallocatorClient(endpoints.service(HawserService.DEALLOCATOR_SERVICE));
    }

    /**
     * Repeats the look, at least once, until it finds the value or the step's time is over. A service that does not
     * answer is no failure: chaos may have killed it.
     *
     * @param what for example {@code the volume to be created}
     */
    <T> T await(String what, Supplier<Look<T>> look) {
        return Look.await(look, POLL, message -> {
            endedUnasked.get().stream().findFirst().ifPresent(this::failFor);
            if (deadline.passed()) {
                throw givenUp(what, message.isEmpty() ? "nothing" : message);
            }
        });
    }

    private StepFailedException givenUp(String what, String seen) {
        long seconds = deadline.atMost().toSeconds();
        String until = " until the step's " + seconds + " s were over";
        return new StepFailedException("awaited " + what + until + "; last seen: " + seen);
    }

    private void failFor(String process) {
        throw new StepFailedException(process + " ended by itself; its log: " + layout.log(process));
    }

    @Override
    public void close() {
        writer.close();
    }
}
