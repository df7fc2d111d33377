package io.hawser.cli.command;

import io.hawser.bus.service.HawserService;
import io.hawser.cli.endpoint.Endpoints;
import io.hawser.cli.rest.DeallocatorClient;
import io.hawser.cli.rest.PluginRegistryClient;
import io.hawser.cli.rest.VolumeServiceClient;
import io.hawser.cli.topic.BrokerReach;
import io.hawser.cli.topic.DeadTopics;
import io.hawser.cli.topic.TopicReader;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.cli.topic.UnansweredRecords;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;

/** What one command uses. Only commands that write create a producer. */
record Session(Endpoints endpoints, PrintWriter out, PrintWriter progress) {
    /** Longer than a broker that starts again takes until it listens. */
    private static final Duration BROKER = Duration.ofSeconds(5);

    Session printingTo(PrintWriter other) {
        return new Session(endpoints, other, progress);
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

    TopicWriter writer() {
        reach();
        return new TopicWriter(endpoints.kafka(), endpoints.topics(), "hawser/cli", Clock.systemUTC());
    }

    TopicReader reader() {
        reach();
        return new TopicReader(endpoints.kafka(), endpoints.topics(), progress);
    }

    private void reach() {
        BrokerReach.await(endpoints.bootstrapServers(), BROKER, progress);
    }

    DeadTopics deadLetters() {
        return new DeadTopics(reader(), endpoints.topics());
    }

    UnansweredRecords unanswered() {
        return new UnansweredRecords(reader(), endpoints.topics());
    }

    Waiting waiting(Duration atMost) {
        return new Waiting(progress, atMost);
    }
}
