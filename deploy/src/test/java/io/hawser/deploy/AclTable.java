package io.hawser.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;

/** {@code kafka/acls.csv}, and what {@code kafka/acls.sh} makes of it. Names are without the installation's prefix. */
final class AclTable {
    static final Path SCRIPT = Path.of("kafka/acls.sh");
    static final Path FILE = Path.of("kafka/acls.csv");
    static final String HEAD = "principal,resource,names,pattern,operations,when,why";

    /** One principal may do one thing with one name, or with all that begin so. */
    record Rule(String principal, ResourceType type, String name, PatternType pattern, AclOperation operation) {
        private boolean covers(String who, ResourceType what, String called, AclOperation does) {
            return principal.equals(who)
                    && type == what
                    && (pattern == PatternType.PREFIXED ? called.startsWith(name) : called.equals(name))
                    && implied(does);
        }

        /** As in Kafka's authorizers: READ and WRITE imply DESCRIBE. */
        private boolean implied(AclOperation does) {
            return operation == does
                    || does == AclOperation.DESCRIBE
                            && (operation == AclOperation.READ || operation == AclOperation.WRITE);
        }
    }

    private final Set<Rule> rules;

    private AclTable(Set<Rule> rules) {
        this.rules = rules;
    }

    /** @param announce whether with what agents need where no orchestrator writes the topic of nodes */
    static AclTable read(boolean announce) {
        List<String> lines = lines();
        if (!lines.getFirst().equals(HEAD)) {
            throw new AssertionError("the table begins with " + lines.getFirst());
        }
        return new AclTable(lines.stream()
                .skip(1)
                .map(line -> line.split(",", 7))
                .filter(row -> row[5].equals("always") || announce)
                .flatMap(row -> Arrays.stream(row[2].split(" ")).flatMap(name -> Arrays.stream(row[4].split(" "))
                        .map(operation -> new Rule(
                                row[0],
                                ResourceType.fromString(row[1].replace('-', '_')),
                                name,
                                PatternType.fromString(row[3].toUpperCase(Locale.ROOT)),
                                operation(operation)))))
                .collect(Collectors.toUnmodifiableSet()));
    }

    Set<Rule> rules() {
        return rules;
    }

    Set<Rule> of(String principal) {
        return rules.stream().filter(rule -> rule.principal().equals(principal)).collect(Collectors.toSet());
    }

    Set<String> principals() {
        return rules.stream().map(Rule::principal).collect(Collectors.toSet());
    }

    boolean allows(String principal, ResourceType type, String name, AclOperation operation) {
        return rules.stream().anyMatch(rule -> rule.covers(principal, type, name, operation));
    }

    /** The arguments of each call of Kafka's tool that the script would make. */
    static List<List<String>> commands(String... options) {
        return printed(Stream.concat(Stream.of("--print"), Stream.of(options)).toArray(String[]::new))
                .lines()
                .map(line -> Stream.of(line.split(" ")).skip(1).toList())
                .toList();
    }

    /** The manifests that the script prints for Strimzi. */
    static List<Yaml> kafkaUsers(String... options) {
        return Yaml.documents(
                "what " + SCRIPT + " prints",
                printed(Stream.concat(Stream.of("--kafka-users", "main"), Stream.of(options))
                        .toArray(String[]::new)));
    }

    private static String printed(String... options) {
        try {
            Process script = new ProcessBuilder(
                            Stream.concat(Stream.of(SCRIPT.toAbsolutePath().toString()), Stream.of(options))
                                    .toList())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String printed = script.inputReader().lines().collect(Collectors.joining("\n"));
            if (script.waitFor() != 0) {
                throw new AssertionError(SCRIPT + " ended with " + script.exitValue());
            }
            return printed;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** What such a call says, as rules of the table. */
    static Set<Rule> rules(List<String> command, String prefix) {
        String principal = after(command, "--allow-principal").getFirst().replaceFirst("^User:", "");
        PatternType pattern = PatternType.fromString(
                after(command, "--resource-pattern-type").getFirst().toUpperCase(Locale.ROOT));
        Set<Rule> rules = new HashSet<>();
        for (ResourceType type : List.of(ResourceType.TOPIC, ResourceType.GROUP, ResourceType.TRANSACTIONAL_ID)) {
            String option = "--" + type.name().toLowerCase(Locale.ROOT).replace('_', '-');
            for (String name : after(command, option)) {
                for (String operation : after(command, "--operation")) {
                    rules.add(new Rule(
                            principal, type, name.substring((prefix + ".").length()), pattern, operation(operation)));
                }
            }
        }
        return rules;
    }

    /** What Strimzi's User Operator makes of a manifest, as rules of the table; the principal as the broker sees it. */
    static Set<Rule> rules(Yaml user, String prefix) {
        boolean certificate = user.at("spec", "authentication", "type").text().equals("tls");
        String principal =
                (certificate ? "CN=" : "") + user.at("metadata", "name").text();
        return user.at("spec", "authorization", "acls").items().stream()
                .flatMap(acl -> acl.at("operations").texts().stream()
                        .map(operation -> new Rule(
                                principal,
                                ResourceType.fromString(acl.at("resource", "type")
                                        .text()
                                        .replace("transactionalId", "transactional_id")),
                                acl.at("resource", "name").text().substring((prefix + ".").length()),
                                acl.at("resource", "patternType").text().equals("prefix")
                                        ? PatternType.PREFIXED
                                        : PatternType.LITERAL,
                                operation(operation))))
                .collect(Collectors.toSet());
    }

    private static AclOperation operation(String said) {
        return AclOperation.fromString(said.equals("DescribeConfigs") ? "DESCRIBE_CONFIGS" : said);
    }

    private static List<String> after(List<String> command, String option) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < command.size() - 1; i++) {
            if (command.get(i).equals(option)) {
                values.add(command.get(i + 1));
            }
        }
        return values;
    }

    private static List<String> lines() {
        try {
            return Files.readAllLines(FILE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
