package io.hawser.deploy;

import static org.apache.kafka.common.acl.AclOperation.CREATE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;
import static org.apache.kafka.common.resource.ResourceType.GROUP;
import static org.apache.kafka.common.resource.ResourceType.TOPIC;
import static org.apache.kafka.common.resource.ResourceType.TRANSACTIONAL_ID;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicCreator;
import io.hawser.bus.topic.TopicNames;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Each principal of the table tries everything, in an installation in which nothing runs: what the table lists it can
 * do, and nothing else.
 */
final class Intrusion {
    private static final TopicNames NAMES = new TopicNames("elsewhere");
    private static final List<String> TOPICS = Arrays.stream(HawserTopic.values())
            .flatMap(topic -> Stream.of(NAMES.of(topic), NAMES.deadOf(topic)))
            .toList();
    private static final List<String> GROUPS = named(ServiceSettings.services().stream(), "orchestrator-1", "operator");
    private static final List<String> TRANSACTIONAL_IDS = named(
            HawserService.namesWithDatabase().stream().map(service -> service + ".outbox-1"),
            ServiceSettings.AGENT,
            "orchestrator-1");

    private final Logins logins;
    private final AclTable table = AclTable.read(false);
    private final Map<String, Object> everybody;

    /** @param servers where everybody may do everything */
    Intrusion(Logins logins, String servers) {
        this.logins = logins;
        this.everybody = Map.of("bootstrap.servers", servers);
    }

    void tryEverything() throws Exception {
        logins.grant("--prefix", NAMES.prefix());
        fill();
        for (String principal : table.principals()) {
            try (Attempts attempts = new Attempts(logins.client(principal))) {
                tryEverything(principal, attempts);
            }
        }
    }

    /** What a service says at its start where it may neither make a topic nor look at its settings; it goes on. */
    List<String> saidAtAStart() throws Exception {
        try (Admin admin = Admin.create(logins.client("hawser-orchestrator"))) {
            return new TopicCreator(admin, NAMES).ensure(List.of(HawserTopic.TASKS, HawserTopic.ASSIGNMENTS));
        }
    }

    private void tryEverything(String principal, Attempts attempts) throws InterruptedException {
        for (String topic : TOPICS) {
            assertThat(attempts.read(topic))
                    .as("%s reads %s", principal, topic)
                    .isEqualTo(allows(principal, TOPIC, topic, READ));
            assertThat(attempts.write(topic))
                    .as("%s writes %s", principal, topic)
                    .isEqualTo(allows(principal, TOPIC, topic, WRITE));
        }
        String readable = TOPICS.stream()
                .filter(topic -> allows(principal, TOPIC, topic, READ))
                .findFirst()
                .orElseThrow();
        for (String group : GROUPS) {
            assertThat(attempts.join(group, readable))
                    .as("%s is of group %s", principal, group)
                    .isEqualTo(allows(principal, GROUP, group, READ));
        }
        for (String id : TRANSACTIONAL_IDS) {
            assertThat(attempts.begin(id))
                    .as("%s writes in transactions as %s", principal, id)
                    .isEqualTo(allows(principal, TRANSACTIONAL_ID, id, WRITE));
        }
        assertThat(attempts.create(TOPICS))
                .as("%s creates", principal)
                .containsExactlyInAnyOrderElementsOf(topics(principal, CREATE));
        assertThat(attempts.describeConfigs(TOPICS))
                .as("%s looks at settings", principal)
                .containsExactlyInAnyOrderElementsOf(topics(principal, DESCRIBE_CONFIGS));
        assertThat(attempts.alterConfigs(TOPICS))
                .as("%s changes settings", principal)
                .isEmpty();
        assertThat(attempts.delete(TOPICS)).as("%s deletes", principal).isEmpty();
    }

    private List<String> topics(String principal, AclOperation operation) {
        return TOPICS.stream()
                .filter(topic -> allows(principal, TOPIC, topic, operation))
                .toList();
    }

    private boolean allows(String principal, ResourceType type, String name, AclOperation operation) {
        return table.allows(principal, type, name.substring((NAMES.prefix() + ".").length()), operation);
    }

    /** With a record in each topic, so that a principal with READ reads something. */
    private void fill() throws Exception {
        try (Admin admin = Admin.create(everybody);
                KafkaProducer<byte[], byte[]> producer =
                        new KafkaProducer<>(everybody, new ByteArraySerializer(), new ByteArraySerializer())) {
            new TopicCreator(admin, NAMES).ensure(List.of(HawserTopic.values()));
            for (String topic : TOPICS) {
                producer.send(new ProducerRecord<>(topic, 0, new byte[1], new byte[1]));
            }
            producer.flush();
        }
    }

    private static List<String> named(Stream<String> services, String... others) {
        return Stream.concat(services, Stream.of(others))
                .map(name -> NAMES.prefix() + "." + name)
                .toList();
    }
}
