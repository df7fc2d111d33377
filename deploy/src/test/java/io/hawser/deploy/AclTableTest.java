package io.hawser.deploy;

import static org.apache.kafka.common.acl.AclOperation.CREATE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.right.NeededRights;
import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.deploy.AclTable.Rule;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The table of ACLs, held against what each part of Hawser does. Whether a broker takes it so, {@link ProductionIT}
 * tries.
 */
class AclTableTest {
    private static final TopicNames NAMES = TopicNames.DEFAULT;
    private static final Set<AclOperation> AT_A_START = Set.of(CREATE, DESCRIBE_CONFIGS);
    private static final Set<HawserTopic> FROM_OUTSIDE = Arrays.stream(HawserTopic.values())
            .filter(HawserTopic::writtenByOrchestrator)
            .collect(Collectors.toSet());

    static Stream<String> withDatabase() {
        return HawserService.namesWithDatabase().stream();
    }

    @ParameterizedTest
    @MethodSource("withDatabase")
    @DisplayName("A service may read what its intake reads, write what it publishes, and no more")
    void servicesMayDoWhatTheyDo(String service) {
        // Given
        NeededRights needed = NeededRights.ofService(
                service,
                NAMES,
                HawserTopic.readBy(HawserService.named(service)),
                HawserTopic.writtenBy(HawserService.named(service)),
                List.of());
        Set<Rule> wanted = onTopics(needed);
        wanted.add(new Rule("hawser-" + service, ResourceType.GROUP, service, PatternType.LITERAL, READ));
        wanted.add(new Rule(
                "hawser-" + service, ResourceType.TRANSACTIONAL_ID, service + ".outbox-", PatternType.PREFIXED, WRITE));
        // Then
        assertThat(lasting(AclTable.read(true).of("hawser-" + service))).isEqualTo(wanted);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("An agent may do what it does; what nodes there are is its business only where it announces its own")
    void agentsMayDoWhatTheyDo(boolean announce) {
        // Then
        assertThat(lasting(AclTable.read(announce).of("hawser-node-agent")))
                .isEqualTo(onTopics(NeededRights.ofAgent(NAMES, announce)));
    }

    @Test
    @DisplayName(
            "What is done at a start only is allowed on the topics that a service has to do with; agents make none")
    void creatingIsForServices() {
        // Given
        AclTable table = AclTable.read(true);
        // Then
        table.rules().stream()
                .filter(rule -> AT_A_START.contains(rule.operation()))
                .forEach(rule -> assertThat(
                                table.allows(rule.principal(), rule.type(), rule.name(), AclOperation.DESCRIBE))
                        .as("%s", rule)
                        .isTrue());
        assertThat(withDatabase().map(service -> "hawser-" + service))
                .containsExactlyInAnyOrderElementsOf(table.rules().stream()
                        .filter(rule -> rule.operation() == CREATE)
                        .map(Rule::principal)
                        .collect(Collectors.toSet()));
        for (String topic : topics()) {
            assertThat(table.principals())
                    .as("somebody makes " + topic)
                    .anyMatch(principal -> table.allows(principal, ResourceType.TOPIC, topic, CREATE));
        }
    }

    @Test
    @DisplayName("Every topic is in the table, with its dead letters, and no topic that there is not")
    void everyTopicAndNoOther() {
        // When
        Set<String> named = AclTable.read(true).rules().stream()
                .filter(rule -> rule.type() == ResourceType.TOPIC)
                .map(Rule::name)
                .collect(Collectors.toSet());
        // Then
        assertThat(named).isEqualTo(topics());
    }

    @Test
    @DisplayName("An orchestrator writes the topics from outside, and of the others reads what is meant for it")
    void orchestratorsWriteFromOutside() {
        // Given
        AclTable table = AclTable.read(true);
        // Then
        assertThat(with(table, "hawser-orchestrator", WRITE)).isEqualTo(suffixes(FROM_OUTSIDE));
        assertThat(with(table, "hawser-orchestrator", READ))
                .containsAll(suffixes(FROM_OUTSIDE))
                .contains(HawserTopic.FINGERPRINTS.suffix())
                .doesNotContain(HawserTopic.ASSIGNMENTS.suffix(), HawserTopic.MOUNTS.suffix());
    }

    @Test
    @DisplayName(
            "An operator reads everything, marks dead letters, and writes where such a letter's record can have stood")
    void operatorsReplay() {
        // Given
        AclTable table = AclTable.read(true);
        Set<HawserTopic> takenIn = Stream.concat(
                        withDatabase()
                                .flatMap(service -> HawserTopic.readBy(HawserService.named(service)).stream()),
                        NeededRights.ofAgent(NAMES, false).reads().stream())
                .collect(Collectors.toSet());
        Set<String> wanted = suffixes(takenIn);
        topics().stream().filter(topic -> topic.endsWith(".dead")).forEach(wanted::add);
        // Then
        assertThat(with(table, "hawser-operator", READ)).isEqualTo(topics());
        assertThat(with(table, "hawser-operator", WRITE)).isEqualTo(wanted);
    }

    @Test
    @DisplayName("The script gives what the table says, for any prefix, and what announcing agents need only if asked")
    void scriptSaysTheSame() {
        // When
        var always = AclTable.commands("--prefix", "blue").stream()
                .flatMap(command -> AclTable.rules(command, "blue").stream())
                .collect(Collectors.toSet());
        var announcing = AclTable.commands("--announce").stream()
                .flatMap(command -> AclTable.rules(command, "hawser").stream())
                .collect(Collectors.toSet());
        // Then
        assertThat(always).isEqualTo(AclTable.read(false).rules());
        assertThat(announcing).isEqualTo(AclTable.read(true).rules());
        assertThat(AclTable.commands("--principals", "User:CN=%s.example.com"))
                .anyMatch(command -> command.contains("User:CN=volume-service.example.com"));
    }

    @Test
    @DisplayName("The manifests for Strimzi give what the table says, one for each principal, each for its cluster")
    void kafkaUsersSayTheSame() {
        // When
        List<Yaml> always = AclTable.kafkaUsers("--prefix", "blue");
        List<Yaml> announcing = AclTable.kafkaUsers("--announce");
        List<Yaml> certificates = AclTable.kafkaUsers("--principals", "User:CN=%s.example.com");
        // Then
        AclTable table = AclTable.read(false);
        assertThat(rules(always, "blue")).isEqualTo(table.rules());
        assertThat(rules(announcing, "hawser")).isEqualTo(AclTable.read(true).rules());
        assertThat(always)
                .extracting(user -> user.at("metadata", "name").text())
                .containsExactlyInAnyOrderElementsOf(table.principals());
        assertThat(always).allSatisfy(user -> {
            assertThat(user.at("apiVersion").text()).isEqualTo("kafka.strimzi.io/v1");
            assertThat(user.at("kind").text()).isEqualTo("KafkaUser");
            assertThat(user.at("metadata", "labels", "strimzi.io/cluster").text())
                    .isEqualTo("main");
            assertThat(user.at("spec", "authentication", "type").text()).isEqualTo("scram-sha-512");
            assertThat(user.at("spec", "authorization", "type").text()).isEqualTo("simple");
        });
        assertThat(rules(certificates, "hawser"))
                .hasSameSizeAs(table.rules())
                .extracting(Rule::principal)
                .contains("CN=volume-service.example.com")
                .allMatch(principal -> principal.startsWith("CN="));
    }

    @ParameterizedTest
    @ValueSource(strings = {"User:CN=%s,O=example", "User:Hawser-%s", "User:%s@example.com"})
    @DisplayName("A principal that no KafkaUser can be is refused, and no manifest is printed")
    void noKafkaUser(String principals) throws Exception {
        // When
        Process script = new ProcessBuilder(
                        AclTable.SCRIPT.toAbsolutePath().toString(),
                        "--kafka-users",
                        "main",
                        "--principals",
                        principals)
                .start();
        // Then
        assertThat(script.inputReader().lines()).isEmpty();
        assertThat(script.errorReader().lines())
                .singleElement()
                .asString()
                .contains("cannot be the name of a KafkaUser");
        assertThat(script.waitFor()).isEqualTo(2);
    }

    private static Set<Rule> rules(List<Yaml> users, String prefix) {
        return users.stream()
                .flatMap(user -> AclTable.rules(user, prefix).stream())
                .collect(Collectors.toSet());
    }

    private static Set<Rule> onTopics(NeededRights needed) {
        Set<Rule> rules = new HashSet<>();
        needed.onTopics()
                .forEach((topic, operations) -> operations.forEach(operation -> rules.add(new Rule(
                        "hawser-" + needed.service(),
                        ResourceType.TOPIC,
                        topic.substring("hawser.".length()),
                        PatternType.LITERAL,
                        operation))));
        return rules;
    }

    private static Set<Rule> lasting(Set<Rule> rules) {
        return rules.stream()
                .filter(rule -> !AT_A_START.contains(rule.operation()))
                .collect(Collectors.toSet());
    }

    private static Set<String> topics() {
        return Arrays.stream(HawserTopic.values())
                .flatMap(topic -> Stream.of(topic.suffix(), topic.suffix() + ".dead"))
                .collect(Collectors.toSet());
    }

    private static Set<String> with(AclTable table, String principal, AclOperation operation) {
        return table.of(principal).stream()
                .filter(rule -> rule.type() == ResourceType.TOPIC && rule.operation() == operation)
                .map(Rule::name)
                .collect(Collectors.toSet());
    }

    private static Set<String> suffixes(Set<HawserTopic> topics) {
        return topics.stream().map(HawserTopic::suffix).collect(Collectors.toSet());
    }
}
