package io.hawser.conformance.run;

import io.hawser.bus.dead.DeadRecord;
import io.hawser.cli.look.Look;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.RecordMetadata;

/** The services' dead letters, by the place of the original record. */
final class DeadLetters {
    private DeadLetters() {}

    /** Returns when each of these records has a dead letter, with one letter of each. */
    static List<DeadRecord.Letter> await(RunContext context, List<RecordMetadata> records) {
        Set<String> places = records.stream()
                .map(record -> record.topic() + "-" + record.partition() + "@" + record.offset())
                .collect(Collectors.toSet());
        return context.await("what is no record to land among the dead", () -> {
            Map<String, DeadRecord.Letter> letters = new LinkedHashMap<>();
            context.tap().dead().forEach(letter -> letter.stood()
                    .map(Object::toString)
                    .filter(places::contains)
                    .ifPresent(place -> letters.putIfAbsent(place, letter)));
            return letters.size() == places.size()
                    ? new Look.Ready<>(List.copyOf(letters.values()))
                    : new Look.NotYet<>("only for " + letters.keySet() + " of " + places);
        });
    }
}
