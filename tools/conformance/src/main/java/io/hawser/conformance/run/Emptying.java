package io.hawser.conformance.run;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;

/** Deletes every record of a topic, as somebody might who does not know what it is for. */
final class Emptying {
    private Emptying() {}

    static void of(String bootstrapServers, HawserTopic topic) {
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        for (int partition = 0; partition < topic.partitions(); partition++) {
            latest.put(new TopicPartition(TopicNames.DEFAULT.of(topic), partition), OffsetSpec.latest());
        }
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            Map<TopicPartition, RecordsToDelete> delete = new HashMap<>();
            admin.listOffsets(latest)
                    .all()
                    .get()
                    .forEach((partition, end) -> delete.put(partition, RecordsToDelete.beforeOffset(end.offset())));
            admin.deleteRecords(delete).all().get();
        } catch (ExecutionException e) {
            throw new PlayFailedException(
                    "cannot empty " + topic + ": " + e.getCause().getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PlayFailedException("interrupted");
        }
    }
}
