package io.hawser.bus.topic;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.NewTopic;

/** Sentences for the operator about topics that differ from the catalogue. */
final class TopicDifferences {
    private static final String MIN_ISR = "min.insync.replicas";

    private TopicDifferences() {}

    /**
     * An existing topic.
     *
     * @param copies lowest number of replicas of any partition
     */
    record Found(int partitions, int copies, Map<String, String> settings) {}

    /**
     * @param settings those that the topic is meant to have
     * @param brokers number of brokers in the cluster; a single one can keep no second copy
     */
    static List<String> of(String name, Map<String, String> settings, Found found, int brokers) {
        List<String> sentences = new ArrayList<>();
        settings.forEach((key, wanted) -> {
            String actual = found.settings().get(key);
            if (!wanted.equals(actual)) {
                sentences.add("topic " + name + " has " + key + "=" + actual + " where " + wanted + " is meant");
            }
        });
        if (brokers > 1 && found.copies() < 2) {
            sentences.add("topic " + name + " has one replica on a cluster of " + brokers
                    + " brokers: its records are lost with one disk; give it more (kafka-reassign-partitions)");
        }
        if (brokers > 1 && Integer.parseInt(found.settings().getOrDefault(MIN_ISR, "1")) < 2) {
            sentences.add("topic " + name + " has " + MIN_ISR + "="
                    + found.settings().getOrDefault(MIN_ISR, "1") + " on a cluster of " + brokers
                    + " brokers: a record that was acknowledged is lost with one of them; set 2 (kafka-configs)");
        }
        return sentences;
    }

    /** Dead letters may have any number of partitions. */
    static Optional<String> ofPartitions(String name, int wanted, int found) {
        if (wanted == 1 && found > 1) {
            return Optional.of("topic " + name + " has " + found + " partitions where 1 is meant: all its producers"
                    + " must choose a key's partition alike, and a record whose key is known from another partition is"
                    + " rejected");
        }
        return found < wanted
                ? Optional.of("topic " + name + " has " + found + " partitions where " + wanted
                        + " are meant: fewer readers share its load")
                : Optional.empty();
    }

    /** The differences stay unknown. */
    static String mayNotLook(String name) {
        return "topic " + name + " may have other settings than are meant: this service may not look at them"
                + " (DescribeConfigs in deploy/kafka/acls.csv)";
    }

    /** The operator must create the topic; the sentence has the command. */
    static String mayNotCreate(NewTopic topic, String bootstrapServers) {
        return "topic " + topic.name() + " is missing, or may not be seen, and this service may not create it:"
                + " deploy/kafka/acls.sh, or " + command(topic, bootstrapServers);
    }

    /** For example by a policy of the cluster. The command has the settings to begin with. */
    static String isRefused(NewTopic topic, String message, String bootstrapServers) {
        return "topic " + topic.name() + " is missing, and the broker does not create it: " + message
                + ". Create it with what the broker accepts: " + command(topic, bootstrapServers);
    }

    /** Without a login, which would be a secret. */
    static String command(NewTopic topic, String bootstrapServers) {
        String settings = new TreeMap<>(topic.configs())
                .entrySet().stream()
                        .map(setting -> " --config " + setting.getKey() + "=" + setting.getValue())
                        .collect(Collectors.joining());
        return "kafka-topics --create --topic " + topic.name() + " --partitions " + topic.numPartitions()
                + (topic.replicationFactor() > 0 ? " --replication-factor " + topic.replicationFactor() : "")
                + settings
                + (bootstrapServers.isEmpty() ? "" : " --bootstrap-server " + bootstrapServers);
    }
}
