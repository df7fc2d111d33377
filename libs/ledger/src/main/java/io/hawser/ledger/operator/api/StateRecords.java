package io.hawser.ledger.operator.api;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * One kind of entity whose state records a service writes; each kind has one bean. All of them can be written again.
 *
 * @param topics of these records; their whole content can be written again
 */
public record StateRecords(Set<HawserTopic> topics, Republish republish) {
    /**
     * What one transaction wrote.
     *
     * @param last the last entity's name; empty = no entities were left
     */
    public record Page(int records, Optional<String> last) {
        /** @param rows the locked rows, in order */
        public static <R> Page of(List<R> rows, Function<R, String> name, int records) {
            return new Page(records, rows.isEmpty() ? Optional.empty() : Optional.of(name.apply(rows.getLast())));
        }
    }

    @FunctionalInterface
    public interface Republish {
        /**
         * Locks the next entities by name and publishes the record of each.
         *
         * @param after the last name of the page before; empty at first
         * @param limit maximum number of entities
         */
        Uni<Page> page(LedgerTransaction tx, String after, int limit);
    }
}
