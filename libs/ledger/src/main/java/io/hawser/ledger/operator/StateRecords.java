package io.hawser.ledger.operator;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.tx.LedgerTransaction;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** One kind of entity whose state records a service writes; one bean a kind. All of them can be written again. */
public interface StateRecords {
    /** The topics that these records are on: everything that stands on them can be written again. */
    Set<HawserTopic> topics();

    /**
     * Locks the next entities in the order of their names and publishes the record of each.
     *
     * @param after the last name of the page before; empty text at first
     * @param limit entities at most
     */
    Uni<Page> again(LedgerTransaction tx, String after, int limit);

    /**
     * What one transaction wrote.
     *
     * @param last the last entity's name; empty = there were none left
     */
    record Page(int records, Optional<String> last) {
        /** @param rows those locked, in order */
        public static <R> Page of(List<R> rows, Function<R, String> name, int records) {
            return new Page(records, rows.isEmpty() ? Optional.empty() : Optional.of(name.apply(rows.getLast())));
        }
    }

    /** What {@link #again} does. */
    @FunctionalInterface
    interface Again {
        Uni<Page> again(LedgerTransaction tx, String after, int limit);
    }

    /** Records of one topic. */
    static StateRecords on(HawserTopic topic, Again again) {
        return new StateRecords() {
            @Override
            public Set<HawserTopic> topics() {
                return Set.of(topic);
            }

            @Override
            public Uni<Page> again(LedgerTransaction tx, String after, int limit) {
                return again.again(tx, after, limit);
            }
        };
    }
}
