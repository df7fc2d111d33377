package io.hawser.cli.topic;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** The ids of topics: a topic that is made again under the same name has another one. */
final class TopicIds {
    private static final int GIVE_UP_MILLIS = 20_000;

    private TopicIds() {}

    /** @return empty: there is no such topic */
    static Optional<String> of(Map<String, Object> kafka, String topic) {
        String bootstrapServers = String.valueOf(kafka.get("bootstrap.servers"));
        try (Admin admin = TopicUnreachableException.orNoClient(() -> Admin.create(kafka))) {
            return admin
                    .describeTopics(List.of(topic), new DescribeTopicsOptions().timeoutMs(GIVE_UP_MILLIS))
                    .allTopicNames()
                    .get()
                    .values()
                    .stream()
                    .map(description -> description.topicId().toString())
                    .findFirst();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return Optional.empty();
            }
            throw new TopicUnreachableException(
                    "cannot look at " + topic, bootstrapServers, Objects.requireNonNull(e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TopicUnreachableException("cannot look at " + topic, bootstrapServers, e);
        }
    }
}
