package io.hawser.ledger.listing.db;

import io.hawser.ledger.listing.Keys;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.rest.Page;
import io.hawser.rest.PageRequest;
import io.smallrye.mutiny.Uni;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Lists a table page by page. A page is bounded in rows, and ends with the row that exceeds {@value Keys#BYTES} bytes.
 *
 * @param from the table, called {@code r}, and a condition: {@code volume r where r.published is not null}; its
 *     parameters begin at $3
 * @param key the column that orders the list; text, unique under the condition
 * @param bytes SQL for the size of a row, about as large as its shown form
 */
public record Listing(String from, String key, String bytes) {
    /**
     * @param items reads and shows the items of these keys, in their order, without those that are gone meanwhile
     * @param parameters of the condition
     */
    public <T> Uni<Page<T>> page(
            LedgerTransaction tx, PageRequest asked, Function<List<String>, Uni<List<T>>> items, Object... parameters) {
        return tx.statements()
                .select(
                        "select %1$s, %2$s from %3$s and %1$s > $1 order by %1$s limit $2".formatted(key, bytes, from),
                        Stream.concat(Stream.of(asked.after(), asked.limit() + 1), Arrays.stream(parameters))
                                .toArray())
                .map(rows -> Keys.of(rows, asked.limit()))
                .chain(found -> items.apply(found.keys()).map(shown -> new Page<>(shown, token(asked, found))));
    }

    private static Optional<String> token(PageRequest asked, Keys found) {
        return found.more() ? Optional.of(asked.behind(found.keys().getLast())) : Optional.empty();
    }
}
