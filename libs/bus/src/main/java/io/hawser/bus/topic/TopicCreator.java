package io.hawser.bus.topic;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;

/** Creates what is missing and says what differs. Never changes a topic that exists: its settings are the operator's. */
public final class TopicCreator {
    private final Admin admin;
    private final TopicNames names;

    public TopicCreator(Admin admin, TopicNames names) {
        this.admin = admin;
        this.names = names;
    }

    /**
     * Creates the missing ones of these topics and of their dead letter topics.
     *
     * @return one sentence for each setting of an existing topic that differs from the catalogue
     */
    public List<String> ensure(Collection<HawserTopic> topics) throws InterruptedException, ExecutionException {
        Set<String> existing = admin.listTopics().names().get();
        List<NewTopic> missing = new ArrayList<>();
        for (HawserTopic topic : topics) {
            if (!existing.contains(names.of(topic))) {
                missing.add(topic(names.of(topic), topic.partitions(), topic.settings()));
            }
            if (!existing.contains(names.deadOf(topic))) {
                missing.add(topic(names.deadOf(topic), 1, HawserTopic.deadSettings()));
            }
        }
        create(missing);
        // Of those made just now a broker may not know the settings yet; they are as we asked for.
        return differences(topics.stream()
                .filter(topic -> existing.contains(names.of(topic)))
                .toList());
    }

    private static NewTopic topic(String name, int partitions, Map<String, String> settings) {
        return new NewTopic(name, java.util.Optional.of(partitions), java.util.Optional.empty()).configs(settings);
    }

    private void create(List<NewTopic> missing) throws InterruptedException, ExecutionException {
        for (var created : admin.createTopics(missing).values().entrySet()) {
            try {
                created.getValue().get();
            } catch (ExecutionException e) {
                // Two services start at once and both create: the second finds it done.
                if (!(e.getCause() instanceof TopicExistsException)) {
                    throw e;
                }
            }
        }
    }

    private List<String> differences(Collection<HawserTopic> topics) throws InterruptedException, ExecutionException {
        Map<ConfigResource, HawserTopic> resources =
                new TreeMap<>(java.util.Comparator.comparing(ConfigResource::name));
        topics.forEach(topic -> resources.put(new ConfigResource(ConfigResource.Type.TOPIC, names.of(topic)), topic));
        Map<ConfigResource, Config> found =
                admin.describeConfigs(resources.keySet()).all().get();
        Set<String> sentences = new TreeSet<>();
        resources.forEach((resource, topic) -> topic.settings().forEach((key, wanted) -> {
            String actual = found.get(resource).get(key).value();
            if (!wanted.equals(actual)) {
                sentences.add(
                        "topic " + resource.name() + " has " + key + "=" + actual + " where " + wanted + " is meant");
            }
        }));
        return List.copyOf(sentences);
    }
}
