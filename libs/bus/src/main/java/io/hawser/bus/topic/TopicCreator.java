package io.hawser.bus.topic;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicExistsException;

/**
 * Creates missing topics and reports differences of existing ones. Never changes an existing topic: its settings are
 * the operator's.
 */
public final class TopicCreator {
    private final Admin admin;
    private final TopicNames names;
    private final Copies copies;
    private final String bootstrapServers;

    /**
     * A client to create topics with. Kafka's own constructor does not wait for a name server.
     *
     * @throws NetworkException none of the brokers' names has an address now
     */
    public static Admin client(Map<String, Object> kafka) {
        try {
            return Admin.create(kafka);
        } catch (KafkaException failed) {
            if (failed.getCause() instanceof ConfigException setting
                    && String.valueOf(setting.getMessage()).startsWith("No resolvable bootstrap urls")) {
                throw new NetworkException("no address is known of " + kafka.get("bootstrap.servers"), failed);
            }
            throw failed;
        }
    }

    /** New topics get the broker's own replication. */
    public TopicCreator(Admin admin, TopicNames names) {
        this(admin, names, Copies.OF_THE_BROKER, "");
    }

    /** @param bootstrapServers for the commands that people type; empty: they say no address */
    public TopicCreator(Admin admin, TopicNames names, Copies copies, String bootstrapServers) {
        this.admin = admin;
        this.names = names;
        this.copies = copies;
        this.bootstrapServers = bootstrapServers;
    }

    /**
     * Replication of a new topic.
     *
     * @param replicationFactor empty = the broker's {@code default.replication.factor}
     * @param minInsyncReplicas empty = the broker's {@code min.insync.replicas}
     */
    public record Copies(Optional<Short> replicationFactor, Optional<Integer> minInsyncReplicas) {
        public static final Copies OF_THE_BROKER = new Copies(Optional.empty(), Optional.empty());
    }

    /**
     * Creates the missing ones of these topics and of their dead-letter topics.
     *
     * @return one sentence for each topic that is refused, and for each difference of an existing one
     * @throws ExecutionException among others of an {@link InvalidReplicationFactorException}: a cluster that starts
     *     may not have all its brokers yet
     */
    public List<String> ensure(Collection<HawserTopic> topics) throws InterruptedException, ExecutionException {
        Set<String> existing = admin.listTopics().names().get();
        List<NewTopic> missing = new ArrayList<>();
        for (HawserTopic topic : topics) {
            Stream.of(names.of(topic), names.deadOf(topic))
                    .filter(name -> !existing.contains(name))
                    .forEach(name -> missing.add(wanted(names, copies, name)));
        }
        Map<NewTopic, ApiException> refused = create(missing);
        for (ApiException refusal : refused.values()) {
            if (refusal instanceof InvalidReplicationFactorException) {
                throw new ExecutionException(refusal);
            }
        }
        Set<String> sentences = new TreeSet<>(sentences(refused));
        // A broker may not know the settings of new topics yet; they are as requested.
        sentences.addAll(differences(topics, existing));
        return List.copyOf(sentences);
    }

    /**
     * Creates this topic.
     *
     * @param name full name of a topic of the catalogue or of its dead letters
     * @return why it is refused, and the command to run; empty: the topic exists
     */
    public Optional<String> make(String name) throws InterruptedException, ExecutionException {
        return sentences(create(List.of(wanted(names, copies, name)))).stream().findFirst();
    }

    /** The command that creates the topic with the catalogue's settings, for a person. */
    public static String command(TopicNames names, Copies copies, String bootstrapServers, String name) {
        return TopicDifferences.command(wanted(names, copies, name), bootstrapServers);
    }

    private static NewTopic wanted(TopicNames names, Copies copies, String name) {
        for (HawserTopic topic : HawserTopic.values()) {
            if (name.equals(names.of(topic))) {
                return topic(name, topic.partitions(), topic.settings(), copies);
            }
            if (name.equals(names.deadOf(topic))) {
                return topic(name, 1, HawserTopic.deadSettings(), copies);
            }
        }
        throw new IllegalArgumentException(name + " is no topic of Hawser");
    }

    private static NewTopic topic(String name, int partitions, Map<String, String> settings, Copies copies) {
        Map<String, String> configs = new HashMap<>(settings);
        copies.minInsyncReplicas().ifPresent(min -> configs.put("min.insync.replicas", Integer.toString(min)));
        return new NewTopic(name, Optional.of(partitions), copies.replicationFactor()).configs(configs);
    }

    /** @return those that are refused; a failure that passes is none */
    private Map<NewTopic, ApiException> create(List<NewTopic> missing) throws InterruptedException, ExecutionException {
        Map<String, KafkaFuture<Void>> created = admin.createTopics(missing).values();
        Map<NewTopic, ApiException> refused = new LinkedHashMap<>();
        for (NewTopic topic : missing) {
            try {
                Objects.requireNonNull(created.get(topic.name())).get();
            } catch (ExecutionException e) {
                // Two services may create a topic at the same time; the second finds it done.
                if (e.getCause() instanceof TopicExistsException) {
                    continue;
                }
                if (!(e.getCause() instanceof ApiException refusal) || refusal instanceof RetriableException) {
                    throw e;
                }
                refused.put(topic, refusal);
            }
        }
        return refused;
    }

    private List<String> sentences(Map<NewTopic, ApiException> refused) {
        return refused.entrySet().stream()
                .map(each -> each.getValue() instanceof AuthorizationException
                        ? TopicDifferences.mayNotCreate(each.getKey(), bootstrapServers)
                        : TopicDifferences.isRefused(
                                each.getKey(), String.valueOf(each.getValue().getMessage()), bootstrapServers))
                .toList();
    }

    private List<String> differences(Collection<HawserTopic> topics, Set<String> existing)
            throws InterruptedException, ExecutionException {
        Map<String, Map<String, String>> wanted = new TreeMap<>();
        Map<String, Integer> partitions = new HashMap<>();
        for (HawserTopic topic : topics) {
            wanted.put(names.of(topic), topic.settings());
            partitions.put(names.of(topic), topic.partitions());
            wanted.put(names.deadOf(topic), HawserTopic.deadSettings());
        }
        wanted.keySet().retainAll(existing);
        Map<ConfigResource, KafkaFuture<Config>> settings = admin.describeConfigs(wanted.keySet().stream()
                        .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                        .toList())
                .values();
        Map<String, TopicDescription> described =
                admin.describeTopics(wanted.keySet()).allTopicNames().get();
        int brokers = admin.describeCluster().nodes().get().size();
        List<String> sentences = new ArrayList<>();
        for (String name : wanted.keySet()) {
            try {
                Map<String, String> values = new HashMap<>();
                Objects.requireNonNull(settings.get(new ConfigResource(ConfigResource.Type.TOPIC, name)))
                        .get()
                        .entries()
                        .forEach(entry -> values.put(entry.name(), String.valueOf(entry.value())));
                TopicDifferences.Found found = found(Objects.requireNonNull(described.get(name)), values);
                sentences.addAll(TopicDifferences.of(name, wanted.get(name), found, brokers));
                Optional.ofNullable(partitions.get(name))
                        .flatMap(meant -> TopicDifferences.ofPartitions(name, meant, found.partitions()))
                        .ifPresent(sentences::add);
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof AuthorizationException)) {
                    throw e;
                }
                sentences.add(TopicDifferences.mayNotLook(name));
            }
        }
        return sentences;
    }

    private static TopicDifferences.Found found(TopicDescription description, Map<String, String> settings) {
        int copies = description.partitions().stream()
                .mapToInt(partition -> partition.replicas().size())
                .min()
                .orElse(0);
        return new TopicDifferences.Found(description.partitions().size(), copies, settings);
    }
}
