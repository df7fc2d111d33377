package io.hawser.ledger.intake;

import io.hawser.ledger.topic.kafka.TopicWatch;
import io.hawser.ledger.tx.db.Periodic;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/**
 * Finds partitions that no replica reads, and asks for a rebalance. Kafka's clients do that themselves, with two
 * exceptions:
 *
 * <ul>
 *   <li>A static member that restarts as the leader of its group keeps its assignment, and takes the topics as they are
 *       then for those of that assignment (KIP-814). A partition that was added shortly before would have no reader.
 *   <li>A static member that restarts with other topics than before keeps its assignment, too: the broker does not
 *       compare them (KAFKA-12759). A topic that only the next release reads would have no reader after the upgrade.
 * </ul>
 */
@ApplicationScoped
public class UnreadPartitions {
    private static final Logger LOG = Logger.getLogger(UnreadPartitions.class);
    /** A leader that does not restart sees new partitions within {@code metadata.max.age.ms}. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(30);

    private static final int ANSWER_MS = 5_000;
    /** In looks. If a right is missing, for example, a rebalance does not help: a replica asks once in 10 minutes. */
    private static final int ASK_EVERY = 20;

    private final TopicWatch watch;
    private final Admin admin;
    private final KafkaClientService kafka;
    private final List<String> topics;
    private final String group;
    private Set<TopicPartition> before = Set.of();
    private int seenAgain;

    @Produces
    final Periodic looks;

    public UnreadPartitions(
            TopicWatch watch,
            Admin admin,
            KafkaClientService kafka,
            Vertx vertx,
            @ConfigProperty(name = "mp.messaging.incoming.intake.topics") List<String> topics,
            @ConfigProperty(name = "mp.messaging.incoming.intake.group.id") String group) {
        this.watch = watch;
        this.admin = admin;
        this.kafka = kafka;
        this.topics = List.copyOf(topics);
        this.group = group;
        this.looks = new Periodic(
                vertx,
                LOOK_AGAIN,
                this::look,
                failure -> LOG.debugf("looking for partitions without a reader failed: %s", failure.getMessage()));
    }

    /** Two looks must agree: a rebalance may have just begun, or a partition may have just been added. */
    Uni<Void> look() {
        return Uni.createFrom()
                .completionStage(() -> admin.describeConsumerGroups(
                                List.of(group), new DescribeConsumerGroupsOptions().timeoutMs(ANSWER_MS))
                        .all()
                        .toCompletionStage())
                .map(found -> unread(Objects.requireNonNull(found.get(group))))
                .chain(unread -> {
                    seenAgain = unread.equals(before) ? seenAgain + 1 : 0;
                    before = unread;
                    if (unread.isEmpty() || seenAgain % ASK_EVERY != 1) {
                        return Uni.createFrom().voidItem();
                    }
                    LOG.warnf("no replica reads %s: asking for a rebalance", unread);
                    return rebalance();
                });
    }

    private Set<TopicPartition> unread(ConsumerGroupDescription described) {
        if (described.groupState() != GroupState.STABLE) {
            return Set.of();
        }
        Set<TopicPartition> read = described.members().stream()
                .flatMap(member -> member.assignment().topicPartitions().stream())
                .collect(Collectors.toSet());
        return topics.stream()
                .flatMap(this::partitions)
                .filter(partition -> !read.contains(partition))
                .collect(Collectors.toSet());
    }

    private Stream<TopicPartition> partitions(String topic) {
        int count = watch.present(topic).map(TopicWatch.Life::partitions).orElse(0);
        return IntStream.range(0, count).mapToObj(number -> new TopicPartition(topic, number));
    }

    /** Separate, because tests have consumers of their own. */
    Uni<Void> rebalance() {
        return kafka.getConsumer("intake").runOnPollingThread(consumer -> {
            consumer.enforceRebalance("partitions without a reader");
        });
    }
}
