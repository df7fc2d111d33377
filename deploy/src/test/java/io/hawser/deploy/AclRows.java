package io.hawser.deploy;

import io.hawser.bus.right.NeededRights;
import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rows of {@code kafka/acls.csv}, from what each part of Hawser does. A row without a name is left out. */
final class AclRows {
    private static final String DEAD = ".dead";
    private static final String AT_A_START = " DescribeConfigs Create";
    private static final String LETTERS = "what it cannot apply; what is too large to be sent";

    private final List<String> lines = new ArrayList<>();

    private AclRows() {}

    /** All lines of the file. */
    static List<String> lines() {
        AclRows rows = new AclRows();
        rows.lines.add(AclTable.HEAD);
        HawserService.withDatabase().forEach(rows::service);
        rows.agent();
        rows.orchestrator();
        rows.operator();
        return rows.lines;
    }

    /** It makes missing topics at its start, and compares the others' settings. */
    private void service(HawserService service) {
        String name = service.serviceName();
        String who = "hawser-" + name;
        NeededRights needed = needed(service);
        Set<HawserTopic> reads = needed.reads();
        Set<HawserTopic> back = needed.readsBack();
        row(
                who,
                names(reads::contains, ""),
                "Read" + AT_A_START,
                "what it takes in; missing topics are made at its start");
        row(
                who,
                names(topic -> back.contains(topic) && !reads.contains(topic) && topic.isState(), ""),
                "Write Read" + AT_A_START,
                "its state; read before unsent records are sent behind what came after them");
        row(
                who,
                names(topic -> needed.writes().contains(topic) && reads.contains(topic), ""),
                "Write",
                "tombstones of nodes that were removed from the inventory or whose agent was replaced");
        row(
                who,
                names(topic -> back.contains(topic) && !reads.contains(topic) && !topic.isState(), ""),
                "Write Read" + AT_A_START,
                "its answers; what a lost database rejected is read from them");
        Predicate<HawserTopic> only =
                topic -> needed.writes().contains(topic) && !back.contains(topic) && !reads.contains(topic);
        row(
                who,
                names(only.and(HawserTopic::holdsCommands), ""),
                "Write" + AT_A_START,
                "commands that it gives to other services");
        row(
                who,
                names(only.and(topic -> !topic.holdsCommands()), ""),
                "Write" + AT_A_START,
                "written for others, and not read by it");
        row(who, names(needed.used()::contains, DEAD), "Write" + AT_A_START, LETTERS);
        row(who, names(needed.readsDead()::contains, DEAD), "Read", "whether a person has discarded a record");
        row(who, "group", name, "literal", "Read", "always", "its replicas divide the partitions");
        row(
                who,
                "transactional-id",
                name + ".outbox-",
                "prefixed",
                "Write",
                "always",
                "a producer for each shard of its outbox");
    }

    static NeededRights needed(HawserService service) {
        return NeededRights.ofService(
                service.serviceName(),
                TopicNames.DEFAULT,
                HawserTopic.readBy(service),
                HawserTopic.writtenBy(service),
                List.of());
    }

    private void agent() {
        String who = "hawser-" + HawserService.NODE_AGENT.serviceName();
        NeededRights always = NeededRights.ofAgent(TopicNames.DEFAULT, false);
        NeededRights announcing = NeededRights.ofAgent(TopicNames.DEFAULT, true);
        row(
                who,
                names(always.reads()::contains, ""),
                "Read DescribeConfigs",
                "what its node shall have; without a group, from the start");
        row(
                who,
                names(always.writes()::contains, ""),
                "Write DescribeConfigs",
                "what its node has; plugins whose sockets it found");
        row(who, names(always.used()::contains, DEAD), "Write DescribeConfigs", LETTERS);
        Predicate<HawserTopic> more =
                topic -> announcing.used().contains(topic) && !always.used().contains(topic);
        String node = "only with HAWSER_ANNOUNCE: its own node, if nobody has written it";
        row(who, "topic", names(more, ""), "literal", "Read Write DescribeConfigs", "announce", node);
        row(who, "topic", names(more, DEAD), "literal", "Write DescribeConfigs", "announce", LETTERS);
    }

    private void orchestrator() {
        String who = "hawser-orchestrator";
        row(
                who,
                names(HawserTopic::writtenByOrchestrator, ""),
                "Write Read",
                "its wishes and facts; its own last word, if it keeps no records");
        row(who, names(HawserTopic::isForOrchestrators, ""), "Read", "what became of them");
        row(
                who,
                names(Set.of(HawserTopic.PLUGINS, HawserTopic.FINGERPRINTS)::contains, ""),
                "Read",
                "where a volume fits");
        row(who, "group", "orchestrator", "prefixed", "Read", "always", "its consumers, whose groups begin so");
    }

    private void operator() {
        String who = "hawser-operator";
        Set<HawserTopic> takenIn = Arrays.stream(HawserService.values())
                .flatMap(service -> HawserTopic.readBy(service).stream())
                .collect(Collectors.toSet());
        row(
                who,
                names(HawserTopic::writtenByOrchestrator, ""),
                "Write Read",
                "./hawser node, task, service, network, volume and plugin");
        row(
                who,
                names(topic -> takenIn.contains(topic) && !topic.writtenByOrchestrator(), ""),
                "Write Read",
                "./hawser dead-letters replay, to where the record stood");
        row(
                who,
                names(topic -> !takenIn.contains(topic) && !topic.writtenByOrchestrator(), ""),
                "Read",
                "./hawser command, and to look");
        row(who, names(topic -> true, DEAD), "Write Read", "./hawser dead-letters: letters and the marks on them");
    }

    private void row(String principal, String names, String operations, String why) {
        row(principal, "topic", names, "literal", operations, "always", why);
    }

    private void row(String... cells) {
        if (Stream.of(cells).noneMatch(String::isEmpty)) {
            lines.add(String.join(",", cells));
        }
    }

    private static String names(Predicate<HawserTopic> which, String end) {
        return Arrays.stream(HawserTopic.values())
                .filter(which)
                .map(topic -> topic.suffix() + end)
                .collect(Collectors.joining(" "));
    }
}
