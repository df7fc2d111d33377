package io.hawser.deallocator.inventory.db;

import io.hawser.deallocator.inventory.EarlierReference;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.List;

/** The table of references that ended while tasks from before may use the resource. */
public final class EarlierReferences {
    // A task from before may be read after the end of the reference, but not a day later. A row that another
    // transaction has locked is left for the next time.
    private static final String FORGET_OLD = """
            delete from earlier_reference where (resource, service) in (
              select e.resource, e.service from earlier_reference e
              where e.noted < now() - interval '1 day' and not exists (
                select from live_task l where l.service = e.service and coalesce(l.written, l.since) < e.dropped)
              and not exists (
                select from unreadable_task u where u.service = e.service or u.service is null)
              for update skip locked)
            """;
    private static final String ADD = """
            insert into earlier_reference as e (resource, service, dropped)
            select resource, service, max(dropped) from unnest($1::text[], $2::text[], $3::timestamptz[])
              as ended (resource, service, dropped)
            group by resource, service order by resource, service
            on conflict (resource, service) do update
            set dropped = greatest(e.dropped, excluded.dropped), noted = excluded.noted
            """;

    private EarlierReferences() {}

    /** Forgets some of those that hold nothing any more, so that the table does not grow without limit. */
    public static Uni<Void> add(LedgerTransaction tx, List<EarlierReference> earlier) {
        return earlier.isEmpty()
                ? Uni.createFrom().voidItem()
                : tx.execute(FORGET_OLD)
                        .chain(() -> tx.execute(
                                ADD,
                                earlier.stream()
                                        .map(each -> each.resource().key())
                                        .toArray(String[]::new),
                                earlier.stream().map(EarlierReference::service).toArray(String[]::new),
                                earlier.stream().map(EarlierReference::dropped).toArray(Instant[]::new)));
    }
}
