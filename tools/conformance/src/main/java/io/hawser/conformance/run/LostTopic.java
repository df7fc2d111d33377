package io.hawser.conformance.run;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;

/** Deletes a topic, like a person who takes it for another one. */
final class LostTopic {
    private LostTopic() {}

    static void delete(String bootstrapServers, HawserTopic topic) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            admin.deleteTopics(List.of(TopicNames.DEFAULT.of(topic))).all().get();
        } catch (ExecutionException e) {
            throw new PlayFailedException("cannot delete " + topic + ": "
                    + Objects.requireNonNull(e.getCause()).getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PlayFailedException("interrupted");
        }
    }
}
