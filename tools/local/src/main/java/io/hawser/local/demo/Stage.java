package io.hawser.local.demo;

import io.hawser.cli.endpoint.Endpoints;
import io.hawser.cli.look.Look;
import io.hawser.cli.rest.DeallocatorClient;
import io.hawser.cli.rest.PluginRegistryClient;
import io.hawser.cli.rest.ServiceUnreachableException;
import io.hawser.cli.rest.VolumeServiceClient;
import io.hawser.cli.topic.TopicReader;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.local.layout.LocalLayout;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** What the steps play on: topics to write, services to ask, the folders of the nodes. */
public final class Stage implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);

    private final LocalLayout layout;
    private final Endpoints endpoints;
    private final Supplier<List<String>> endedUnasked;
    private final Duration atMost;
    private final TopicWriter writer;

    /**
     * @param endedUnasked the processes that died though nobody killed them
     * @param atMost how long a step awaits each of its conditions
     */
    public Stage(LocalLayout layout, Endpoints endpoints, Supplier<List<String>> endedUnasked, Duration atMost) {
        this.layout = layout;
        this.endpoints = endpoints;
        this.endedUnasked = endedUnasked;
        this.atMost = atMost;
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
        return new VolumeServiceClient(endpoints.service(Endpoints.VOLUME_SERVICE));
    }

    PluginRegistryClient plugins() {
        return new PluginRegistryClient(endpoints.service(Endpoints.PLUGIN_REGISTRY));
    }

    DeallocatorClient deletions() {
        return new DeallocatorClient(endpoints.service(Endpoints.DEALLOCATOR_SERVICE));
    }

    /**
     * Looks until it is there. A service that does not answer is no failure: chaos may have killed it.
     *
     * @param what such as {@code the volume to be created}
     */
    <T> T await(String what, Supplier<Look<T>> look) {
        long giveUp = System.nanoTime() + atMost.toNanos();
        while (true) {
            switch (patient(look)) {
                case Look.Ready<T>(T value) -> {
                    return value;
                }
                case Look.NotYet<T>(String why) -> {
                    endedUnasked.get().stream().findFirst().ifPresent(this::failFor);
                    if (System.nanoTime() > giveUp) {
                        throw new PlayFailedException("awaited " + what + " for " + atMost.toSeconds()
                                + " s; last seen: " + (why.isEmpty() ? "nothing" : why));
                    }
                    LockSupport.parkNanos(POLL.toNanos());
                }
            }
        }
    }

    private static <T> Look<T> patient(Supplier<Look<T>> look) {
        try {
            return look.get();
        } catch (ServiceUnreachableException e) {
            return new Look.NotYet<>(e.getMessage());
        }
    }

    private void failFor(String process) {
        throw new PlayFailedException(process + " ended by itself; its log: " + layout.log(process));
    }

    @Override
    public void close() {
        writer.close();
    }
}
