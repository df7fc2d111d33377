package io.hawser.ledger.operator.api;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * One kind of entity whose state records a service writes; each kind has one bean. All of them can be written again.
 *
 * @param topics of these records; their whole content can be written again
 */
public record StateRecords(Set<HawserTopic> topics, Republish republish) {
    /**
     * Entities with a row each, of which each row that is found has one record.
     *
     * @param found the condition for a row {@code r} that has a record
     * @param column with the entity's name
     */
    public static <R> StateRecords ofRows(
            HawserTopic topic,
            Class<R> type,
            String found,
            String column,
            Function<R, String> name,
            BiConsumer<LedgerTransaction, R> say) {
        String page = "where %1$s and r.%2$s > $1 order by r.%2$s limit $2 for no key update".formatted(found, column);
        return new StateRecords(Set.of(topic), (tx, after, limit) -> tx.select(type, page, after, limit)
                .map(rows -> {
                    rows.forEach(row -> say.accept(tx, row));
                    return Page.of(rows, name, rows.size());
                }));
    }

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
