package io.hawser.ledger.topic.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.right.NeededRights;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.ReplicaSettings;
import io.hawser.ledger.wiring.LedgerConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsResult;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TopicWatchTest {
    private static final Uuid ID = Uuid.randomUuid();
    private static final String TASKS = TopicNames.DEFAULT.of(HawserTopic.TASKS);

    private Function<String, KafkaFuture<TopicDescription>> broker = name -> present();
    private final LedgerConfig config = ReplicaSettings.needed();
    private final TopicWatch watch = new TopicWatch(
            config,
            NeededRights.ofService(
                    "volume-service", TopicNames.DEFAULT, Set.of(HawserTopic.TASKS), Set.of(), List.of()),
            new LostTopicMaker(config, TopicNames.DEFAULT, Map.of("bootstrap.servers", "localhost:1")),
            new SimpleMeterRegistry(),
            admin());

    @ParameterizedTest
    @MethodSource("noAnswers")
    @DisplayName("A topic that is there stays there while the broker does not say that it is gone")
    void staysThere(RuntimeException failure) {
        // Given
        watch.look();

        // When
        broker = name -> failed(failure);
        watch.look();
        watch.look();

        // Then
        assertThat(watch.present(TASKS)).contains(new TopicWatch.Life(ID.toString(), 1));
        assertThat(watch.lost()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("noAnswers")
    @DisplayName("A topic that is gone stays gone until the broker says that it is there")
    void staysGone(RuntimeException failure) {
        // Given
        broker = name -> name.equals(TASKS) ? failed(new UnknownTopicOrPartitionException()) : present();
        watch.look();

        // When
        broker = name -> failed(failure);
        watch.look();
        watch.look();

        // Then
        assertThat(watch.lost()).containsExactly(TASKS);
        assertThat(watch.present(TASKS)).isEmpty();
    }

    static List<Arguments> noAnswers() {
        return List.of(
                Arguments.of(new TimeoutException("no answer")),
                Arguments.of(new TopicAuthorizationException("denied")));
    }

    private static KafkaFuture<TopicDescription> present() {
        var partition = new TopicPartitionInfo(0, Node.noNode(), List.of(), List.of());
        return KafkaFuture.completedFuture(new TopicDescription("any", false, List.of(partition), Set.of(), ID));
    }

    private static KafkaFuture<TopicDescription> failed(RuntimeException failure) {
        var future = new KafkaFutureImpl<TopicDescription>();
        future.completeExceptionally(failure);
        return future;
    }

    /** A broker that refuses or does not answer cannot be had at will. */
    private Admin admin() {
        return (Admin) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Admin.class}, (proxy, method, arguments) -> {
                    if (!method.getName().equals("describeTopics")) {
                        throw new IllegalStateException(method.getName());
                    }
                    return new Answers(((Collection<?>) arguments[0])
                            .stream().map(String.class::cast).collect(Collectors.toMap(name -> name, broker)));
                });
    }

    private static final class Answers extends DescribeTopicsResult {
        Answers(Map<String, KafkaFuture<TopicDescription>> byName) {
            super(null, byName);
        }
    }
}
