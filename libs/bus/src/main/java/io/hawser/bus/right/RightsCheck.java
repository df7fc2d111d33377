package io.hawser.bus.right;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.resource.ResourceType;

/**
 * Asks the broker what this process may do. The broker answers for topics and groups; a transactional id is only
 * visible or not.
 */
record RightsCheck(Admin admin, NeededRights needed) {
    /**
     * The missing rights, ordered by name. A missing topic counts as no missing right.
     *
     * @throws ExecutionException if the broker does not answer
     */
    List<MissingRight> missing() throws InterruptedException, ExecutionException {
        List<MissingRight> missing = new ArrayList<>(onTopics());
        if (needed.group().isPresent()) {
            missing.addAll(onGroup(needed.group().get()));
        }
        for (String id : needed.transactionalIds()) {
            Set<AclOperation> allowed = allowed(
                    admin.describeTransactions(List.of(id))
                            .description(id)
                            .thenApply(seen -> Set.of(AclOperation.WRITE)),
                    TransactionalIdNotFoundException.class,
                    AclOperation.WRITE);
            missing.addAll(without(allowed, Set.of(AclOperation.WRITE), ResourceType.TRANSACTIONAL_ID, id));
        }
        return missing;
    }

    private List<MissingRight> onTopics() throws InterruptedException, ExecutionException {
        Map<String, Set<AclOperation>> operations = needed.onTopics();
        Map<String, KafkaFuture<TopicDescription>> described = new HashMap<>(
                admin.describeTopics(operations.keySet(), new DescribeTopicsOptions().includeAuthorizedOperations(true))
                        .topicNameValues());
        List<MissingRight> missing = new ArrayList<>();
        for (Map.Entry<String, Set<AclOperation>> topic : operations.entrySet()) {
            Set<AclOperation> allowed = allowed(
                    Objects.requireNonNull(described.get(topic.getKey()))
                            .thenApply(TopicDescription::authorizedOperations),
                    UnknownTopicOrPartitionException.class,
                    topic.getValue().toArray(AclOperation[]::new));
            missing.addAll(without(allowed, topic.getValue(), ResourceType.TOPIC, topic.getKey()));
        }
        return missing;
    }

    private List<MissingRight> onGroup(String group) throws InterruptedException, ExecutionException {
        Set<AclOperation> allowed = allowed(
                Objects.requireNonNull(admin.describeConsumerGroups(
                                        List.of(group),
                                        new DescribeConsumerGroupsOptions().includeAuthorizedOperations(true))
                                .describedGroups()
                                .get(group))
                        .thenApply(description -> description.authorizedOperations()),
                GroupIdNotFoundException.class,
                AclOperation.READ);
        return without(allowed, Set.of(AclOperation.READ), ResourceType.GROUP, group);
    }

    private List<MissingRight> without(
            Set<AclOperation> allowed, Set<AclOperation> wanted, ResourceType type, String name) {
        return wanted.stream()
                .filter(operation -> !allowed.contains(operation))
                .map(operation -> MissingRight.of(needed, type, name, operation))
                .toList();
    }

    /**
     * The allowed operations on one resource; none if it may not even be seen.
     *
     * @param absent the broker's failure for a resource that does not exist, which is no missing right
     */
    private static Set<AclOperation> allowed(
            KafkaFuture<Set<AclOperation>> answer, Class<? extends Exception> absent, AclOperation... whereAbsent)
            throws InterruptedException, ExecutionException {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthorizationException) {
                return Set.of();
            }
            if (absent.isInstance(e.getCause())) {
                return Set.of(whereAbsent);
            }
            throw e;
        }
    }
}
