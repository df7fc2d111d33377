package io.hawser.volume;

import io.hawser.testkit.shared.SharedBroker;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * An operator raised the number of partitions of {@code hawser.tasks} and {@code hawser.nodes} before the service
 * started.
 */
public final class TwoPartitions implements QuarkusTestResourceLifecycleManager {
    @Override
    public Map<String, String> start() {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", SharedBroker.bootstrapServers()))) {
            admin.createTopics(List.of(
                            new NewTopic("hawser.tasks", Optional.of(2), Optional.empty()),
                            new NewTopic("hawser.nodes", Optional.of(2), Optional.empty())))
                    .all()
                    .get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while making a topic", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("cannot make hawser.tasks and hawser.nodes", e);
        }
        return Map.of();
    }

    @Override
    public void stop() {}

    /** After the broker was emptied. */
    @Override
    public int order() {
        return 1;
    }
}
