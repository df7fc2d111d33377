package io.hawser.cli.command;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.rest.ProtoJson;
import io.hawser.cli.text.EventText;
import io.hawser.cli.text.Table;
import io.hawser.cli.topic.TopicTail;
import io.hawser.v1.Event;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/** Shows events from their topic, which keeps them for 7 days. */
abstract class HistoryCommand extends HawserCommand {

    /** @param read the offsets up to which the events' topic was read for it */
    record History(List<Event> events, Map<TopicPartition, Long> read) {}

    final void show(Session session, History history, String none) {
        show(session, history.events().stream(), EventText.table(), EventText::row, none);
    }

    /**
     * Oldest first.
     *
     * @param entities only these; all if empty
     * @param since when the first of them was written
     */
    static History history(Session session, Set<String> entities, Instant since) {
        List<Event> events = new ArrayList<>();
        Map<TopicPartition, Long> read = session.reader()
                .each(HawserTopic.EVENTS, Event.getDefaultInstance(), since, event -> {
                    if (wanted(event, entities)) {
                        events.add(event);
                    }
                });
        // A topic has an order only within a partition.
        events.sort(EventText.BY_TIME);
        return new History(events, read);
    }

    /** Shows what was written after that history, until this thread is interrupted or the output's reader has ended. */
    final void follow(Session session, History history, Set<String> entities) {
        session.out().flush();
        Table table = EventText.table();
        try (TopicTail tail = session.reader().tail(history.read())) {
            while (!Thread.currentThread().isInterrupted() && !session.out().checkError()) {
                tail.each(Event.getDefaultInstance(), event -> {
                    if (wanted(event, entities)) {
                        EventText.row(table, event);
                        session.out().print(json() ? ProtoJson.line(event) + "\n" : withoutHeadings(table));
                        session.out().flush();
                    }
                });
            }
        }
    }

    private static String withoutHeadings(Table table) {
        String text = table.text();
        return text.startsWith("TIME ") ? text.substring(text.indexOf('\n') + 1) : text;
    }

    private static boolean wanted(Event event, Set<String> entities) {
        return entities.isEmpty() || entities.contains(event.getEntity());
    }
}
