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
import io.hawser.testkit.contract.WrittenContracts;
import java.io.IOException;
import java.nio.file.Files;
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
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The table of ACLs, held against what each part of Hawser does. Whether a broker takes it so, {@link ProductionIT}
 * tries.
 */
class AclTableTest {
    private static final TopicNames NAMES = TopicNames.DEFAULT;
    private static final Set<AclOperation> AT_A_START = Set.of(CREATE, DESCRIBE_CONFIGS);

    @Test
    @DisplayName("The table gives each principal what it does, and no more")
    void tableSaysWhatEachDoes() throws IOException {
        // Given
        List<String> wanted = AclRows.lines();
        // When
        if (WrittenContracts.areAskedFor()) {
            Files.write(AclTable.FILE, wanted);
        }
        // Then
        assertThat(Files.readAllLines(AclTable.FILE))
                .as("deploy/kafka/acls.csv; to write it: " + WrittenContracts.COMMAND)
                .isEqualTo(wanted);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NODE_AGENT")
    @DisplayName("A service may read what its intake reads, write what it publishes, and no more")
    void servicesMayDoWhatTheyDo(HawserService service) {
        // Given
        String name = service.serviceName();
        Set<Rule> wanted = onTopics(AclRows.needed(service));
        wanted.add(new Rule("hawser-" + name, ResourceType.GROUP, name, PatternType.LITERAL, READ));
        wanted.add(new Rule(
                "hawser-" + name, ResourceType.TRANSACTIONAL_ID, name + ".outbox-", PatternType.PREFIXED, WRITE));
        // Then
        assertThat(lasting(AclTable.read(true).of("hawser-" + name))).isEqualTo(wanted);
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
    @DisplayName("Services make their topics at their start, and every topic is made by one; agents make none")
    void creatingIsForServices() {
        // Given
        Set<Rule> making = AclTable.read(true).rules().stream()
                .filter(rule -> rule.operation() == CREATE)
                .collect(Collectors.toSet());
        // Then
        assertThat(making.stream().map(Rule::principal).distinct())
                .containsExactlyInAnyOrderElementsOf(HawserService.namesWithDatabase().stream()
                        .map(service -> "hawser-" + service)
                        .toList());
        assertThat(making.stream().map(Rule::name).distinct()).containsExactlyInAnyOrderElementsOf(topics());
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
}
