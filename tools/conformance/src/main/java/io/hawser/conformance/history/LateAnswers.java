package io.hawser.conformance.history;

import io.hawser.strict.call.Call;
import io.hawser.strict.history.Event;
import io.hawser.v1.Volume;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What Hawser's events say of answers that missed their caller's deadline. On a machine that stalls, the plugin cannot
 * know that, but the caller says so.
 */
public final class LateAnswers {
    private static final String LATE = ": DEADLINE_EXCEEDED: no answer within the deadline";

    private final Collection<Call> calls;
    private final Map<String, String> names = new HashMap<>();
    private final List<io.hawser.v1.Event> said;
    private final Duration deadline;

    /**
     * @param events one plugin's
     * @param deadline how long the callers wait for an answer
     */
    public LateAnswers(List<TopicRecord> records, List<Event> events, Duration deadline) {
        this.calls = Event.calls(events).values();
        this.deadline = deadline;
        records.forEach(record -> record.as(Volume.class).ifPresent(volume -> HeldVolume.namesOf(volume)
                .forEach(csiName -> names.put(csiName, "volume/" + volume.getName()))));
        said = records.stream()
                .flatMap(record -> record.as(io.hawser.v1.Event.class).stream())
                .toList();
    }

    /** Whether the caller says that it got no answer to the call in time, before the repetition. */
    public boolean missed(Call call, Call again) {
        return between(call, again).anyMatch(event -> isLate(event, call)) || isNewestWord(call, again);
    }

    /** A node says once what goes wrong several times in a row, so its newest word is about the later calls, too. */
    private boolean isNewestWord(Call call, Call again) {
        return about(call)
                .filter(event -> event.getReason().equals("MountFailed") && isAt(event, call))
                .filter(event -> !at(event).isAfter(again.at().wall()))
                .reduce((earlier, later) -> later)
                .filter(newest -> isLate(newest, call)
                        && earlier(call).anyMatch(other -> !at(newest).isBefore(sent(other))))
                .isPresent();
    }

    private static boolean isLate(io.hawser.v1.Event event, Call call) {
        return event.getMessage().contains(call.rpc().wireName() + LATE) && isAt(event, call);
    }

    private static boolean isAt(io.hawser.v1.Event event, Call call) {
        return event.getNode().isEmpty() || call.node().isEmpty() || call.node().endsWith(event.getNode());
    }

    /** What was said of the first call's volume since that call was sent, until the last arrived. */
    public Stream<io.hawser.v1.Event> between(Call first, Call last) {
        Instant from = sent(first);
        Instant to = last.at().wall();
        return about(first)
                .filter(event -> !at(event).isBefore(from) && !at(event).isAfter(to));
    }

    /** What was said of the call's volume. */
    private Stream<io.hawser.v1.Event> about(Call call) {
        String entity = names.getOrDefault(call.subject().key(), "");
        return said.stream().filter(event -> event.getEntity().equals(entity));
    }

    private static Instant at(io.hawser.v1.Event event) {
        return Instant.ofEpochSecond(event.getAt().getSeconds(), event.getAt().getNanos());
    }

    /**
     * The earliest time at which the call may have been sent. A plugin that stalls may see the call only after its
     * deadline. What was said before the same call arrived another time is about that one.
     */
    private Instant sent(Call call) {
        Instant arrived = call.at().wall();
        Instant earliest = arrived.minus(deadline);
        return earlier(call).anyMatch(other -> other.at().wall().isAfter(earliest)) ? arrived : earliest;
    }

    /** The earlier calls that were the same. */
    private Stream<Call> earlier(Call call) {
        return calls.stream()
                .filter(other -> other.id() < call.id() && other.identity().equals(call.identity()));
    }
}
