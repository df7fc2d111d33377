package io.hawser.ledger.fault;

import java.util.Locale;
import java.util.Optional;

/**
 * A test's order: {@code halt POINT[:N]} or {@code stop POINT[:N]}.
 *
 * @param nth effective when the point is reached for the nth time, from 1
 */
public record FaultOrder(Action action, CommitPoint point, int nth) {
    public enum Action {
        HALT,
        STOP
    }

    /** Empty for an incomplete text, such as a file that is just being written. */
    public static Optional<FaultOrder> parse(String text) {
        if (text.isBlank()) {
            return Optional.empty();
        }
        String[] words = text.split(" ", 2);
        if (words.length < 2) {
            throw new IllegalArgumentException("'" + text + "' is not: halt or stop, a blank, a commit point");
        }
        String[] place = words[1].split(":", 2);
        return Optional.of(new FaultOrder(
                Action.valueOf(words[0].toUpperCase(Locale.ROOT)),
                CommitPoint.valueOf(place[0]),
                place.length > 1 ? Integer.parseInt(place[1]) : 1));
    }
}
