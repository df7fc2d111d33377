package io.hawser.testkit.shared;

import static org.awaitility.Awaitility.await;

import io.hawser.embedded.broker.BrokerProcess;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.UnknownMemberIdException;

/**
 * One broker for all test classes of a JVM, started for the first of them and stopped with the JVM. It is embedded, or
 * a container if {@link ContainerSettings#enabled}. Tests that stop or kill a broker start a {@link BrokerProcess} of
 * their own instead.
 */
public final class SharedBroker {
    private static final String KEY = "testkit.bootstrap-servers";
    private static final Duration LISTED_WITHIN = Duration.ofMinutes(1);

    private SharedBroker() {}

    /** Host and port, as Kafka clients want them. */
    public static String bootstrapServers() {
        // The address is kept where every class loader of the JVM sees it: Quarkus loads test classes in several.
        synchronized (Runtime.getRuntime()) {
            String known = System.getProperty(KEY);
            if (known != null) {
                return known;
            }
            String address = ContainerSettings.enabled() ? ContainerServers.startBroker() : embedded();
            System.setProperty(KEY, address);
            return address;
        }
    }

    private static String embedded() {
        BrokerProcess broker = BrokerProcess.in(ScratchFolder.create("broker")).start();
        Runtime.getRuntime().addShutdownHook(new Thread(broker::kill, "shared-broker"));
        return broker.bootstrapServers();
    }

    /** A prefix for topics and groups that no other test uses; ends with a full stop. */
    public static String freshPrefix(Class<?> test) {
        return test.getSimpleName().toLowerCase(Locale.ROOT) + "-"
                + UUID.randomUUID().toString().substring(0, 8) + ".";
    }

    /** Deletes all topics but Kafka's own, for services whose topics' names are fixed. */
    public static void deleteAllTopics() {
        try (var admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()))) {
            deleteAllTopics(admin);
        } catch (ExecutionException e) {
            throw new IllegalStateException("cannot delete the topics", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while deleting the topics", e);
        }
    }

    static void deleteAllTopics(Admin admin) throws ExecutionException, InterruptedException {
        for (GroupListing group :
                admin.listGroups(ListGroupsOptions.forConsumerGroups()).all().get()) {
            try {
                removeStaticMembers(admin, group.groupId());
            } catch (ExecutionException e) {
                // They, or the group, may go by themselves meanwhile.
                if (!(e.getCause() instanceof UnknownMemberIdException
                        || e.getCause() instanceof GroupIdNotFoundException)) {
                    throw e;
                }
            }
        }
        // A broker hears of topics from the controller, in order and a moment later. Once it lists this one, it lists
        // all that were made before, and none that was deleted before.
        String last = "last-" + UUID.randomUUID();
        admin.createTopics(List.of(new NewTopic(last, 1, (short) 1))).all().get();
        Set<String> topics = await().atMost(LISTED_WITHIN)
                .until(() -> admin.listTopics().names().get(), listed -> listed.contains(last));
        admin.deleteTopics(topics).all().get();
        // A service makes no topic that it sees.
        await().atMost(LISTED_WITHIN)
                .until(() -> Collections.disjoint(admin.listTopics().names().get(), topics));
    }

    /** One of the test class before would keep its assignment, although the topics are others now. */
    private static void removeStaticMembers(Admin admin, String group) throws ExecutionException, InterruptedException {
        Set<MemberToRemove> members = admin.describeConsumerGroups(List.of(group)).all().get().values().stream()
                .flatMap(described -> described.members().stream())
                .flatMap(member -> member.groupInstanceId().stream())
                .map(MemberToRemove::new)
                .collect(Collectors.toSet());
        if (!members.isEmpty()) {
            admin.removeMembersFromConsumerGroup(group, new RemoveMembersFromConsumerGroupOptions(members))
                    .all()
                    .get();
        }
    }
}
