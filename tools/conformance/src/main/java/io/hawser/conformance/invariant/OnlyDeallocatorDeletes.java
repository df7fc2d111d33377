package io.hawser.conformance.invariant;

import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.conformance.history.History;
import io.hawser.conformance.history.TopicRecord;
import io.hawser.v1.Deallocation;
import io.hawser.v1.RemoveVolume;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Services and networks are deallocated only when they are marked and nothing holds them any more, once and for good.
 * A volume of services is removed in their name only after all of them have been deallocated. The plugin knows no
 * services and no networks.
 */
final class OnlyDeallocatorDeletes implements Invariant {
    private static final String DEALLOCATOR = "hawser/" + HawserService.DEALLOCATOR_SERVICE.serviceName();

    @Override
    public void check(History history, Findings findings) {
        Inventory inventory = new Inventory();
        List<TopicRecord> inTime = history.records().stream()
                .sorted(Comparator.comparing(TopicRecord::at))
                .toList();
        Map<String, Deallocation> given = new HashMap<>();
        for (TopicRecord record : inTime) {
            inventory.apply(record);
            if (record.topic() == HawserTopic.DEALLOCATIONS) {
                record.as(Deallocation.class)
                        .ifPresent(word -> given(record, word, given, inTime, inventory, findings));
                if (record.tombstone()) {
                    tombstone(record, given, inventory, findings);
                }
            }
        }
        volumes(inTime, inventory, findings);
    }

    private static void given(
            TopicRecord record,
            Deallocation word,
            Map<String, Deallocation> given,
            List<TopicRecord> words,
            Inventory inventory,
            Findings findings) {
        Deallocation before = given.put(record.key(), word);
        if (before != null) {
            // The same content again: a republication.
            findings.that(
                    before.equals(word),
                    () -> record.key() + " was given free twice",
                    () -> List.of(Words.record(record)));
            return;
        }
        String name = Inventory.nameOf(record.key());
        Set<String> holders = record.key().startsWith(Inventory.SERVICE)
                ? inventory.liveTasks(name)
                : inventory.services(name, freedBefore(record, word, given.keySet(), words));
        boolean marked = inventory.marked(record.key());
        findings.that(
                marked && holders.isEmpty(),
                () -> record.key() + " was given free "
                        + (marked ? "while " + holders + " held it" : "and was not marked"),
                () -> List.of(Words.record(record)));
    }

    /** Records of different keys are sent in no common order, so their revisions show which was decided first. */
    private static Set<String> freedBefore(
            TopicRecord record, Deallocation word, Set<String> seen, List<TopicRecord> records) {
        Set<String> freed = new HashSet<>(seen);
        records.stream()
                .filter(other -> other.topic() == HawserTopic.DEALLOCATIONS
                        && !other.at().isBefore(record.at()))
                .filter(other -> other.as(Deallocation.class)
                        .filter(later -> later.getRevision() < word.getRevision())
                        .isPresent())
                .forEach(other -> freed.add(other.key()));
        return freed;
    }

    /** The deallocation is deleted only with the record that it was about. */
    private static void tombstone(
            TopicRecord record, Map<String, Deallocation> given, Inventory inventory, Findings findings) {
        if (given.remove(record.key()) == null) {
            return;
        }
        findings.that(
                inventory.goneOnce(record.key()),
                () -> "the final word on " + record.key() + " was taken back, and its record was never deleted",
                () -> List.of(Words.record(record)));
    }

    private static void volumes(List<TopicRecord> inTime, Inventory inventory, Findings findings) {
        for (TopicRecord record : inTime) {
            if (record.topic() == HawserTopic.VOLUME_COMMANDS && record.source().equals(DEALLOCATOR)) {
                record.as(RemoveVolume.class)
                        .ifPresent(command -> findings.that(
                                inventory.freedWith(command.getName(), record.said(), inTime),
                                () -> "volume " + command.getName()
                                        + " was asked to go by deallocator-service, "
                                        + "and not every service that owns it had been given free",
                                () -> List.of(Words.record(record))));
            }
        }
    }
}
