package io.hawser.deallocator.deletion.db;

import io.hawser.deallocator.deletion.Holders;
import io.hawser.deallocator.deletion.Holders.Holder;
import io.hawser.deallocator.deletion.ResourceId;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Statements;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Queries for the holders of services and resources. */
@ApplicationScoped
public class HolderQueries {
    /** More than these are counted for people only: a decision costs the same however many tasks a service has. */
    public static final int FIRST = 5;

    private static final String TASKS = """
            select n.name, t.what, t.name, t.since from unnest($1::text[]) as n (name) cross join lateral (
              (select 'live task' as what, l.name, l.since from live_task l where l.service = n.name
               order by l.name limit $2)
              union all
              (select 'UnreadableTask', u.place || coalesce(' of task ''' || u.key || '''', ''), u.since
               from unreadable_task u
               where u.service = n.name or u.service is null order by u.place limit $2)) t
            order by n.name, t.what desc, t.name
            """;
    private static final String EARLIER_TASKS = """
            select 'live task' as what, l.name, l.since from earlier_reference e join live_task l
              on l.service = e.service and coalesce(l.written, l.since) < e.dropped where e.resource = n.name
            union all
            select 'UnreadableTask', u.place, u.since from earlier_reference e join unreadable_task u
              on u.service = e.service or u.service is null where e.resource = n.name
            """;
    // A deallocated service refers to nothing any more, though its record may still exist.
    private static final String SERVICES = """
            select n.name, h.what, h.name, h.since from unnest($1::text[]) as n (name) cross join lateral (
              (select 'service' as what, s.name, s.since from service s
               where s.resources @> array[n.name] and s.deletion <> 'DEALLOCATED' order by s.name limit $2)
              union all
              (select distinct * from (%s) t order by t.name limit $2)) h
            order by n.name, h.what = 'service' desc, h.name
            """.formatted(EARLIER_TASKS);
    private static final String COUNT_TASKS = """
            select n.name, (select count(*) from live_task l where l.service = n.name)
              + (select count(*) from unreadable_task u where u.service = n.name or u.service is null)
            from unnest($1::text[]) as n (name)
            """;
    private static final String COUNT_SERVICES = """
            select n.name, (select count(*) from service s
                            where s.resources @> array[n.name] and s.deletion <> 'DEALLOCATED')
              + (select count(*) from (select distinct * from (%s) t) h)
            from unnest($1::text[]) as n (name)
            """.formatted(EARLIER_TASKS);

    /** By service; one without holders is not listed. The number is right up to the first few. */
    public Uni<Map<String, Holders>> ofServices(LedgerTransaction tx, Collection<String> names) {
        return first(tx, TASKS, names, FIRST);
    }

    /** By key, in the same way, with so many more of them. */
    public Uni<Map<String, Holders>> ofResources(LedgerTransaction tx, Collection<ResourceId> ids, int more) {
        return first(tx, SERVICES, ids.stream().map(ResourceId::key).toList(), FIRST + more);
    }

    /** The same with the true number of holders. */
    public Uni<Map<String, Holders>> ofServicesCounted(LedgerTransaction tx, Collection<String> names) {
        return ofServices(tx, names).chain(found -> counted(tx, COUNT_TASKS, found));
    }

    /** The same with the true number of holders. */
    public Uni<Map<String, Holders>> ofResourcesCounted(LedgerTransaction tx, Collection<ResourceId> ids) {
        return ofResources(tx, ids, 0).chain(found -> counted(tx, COUNT_SERVICES, found));
    }

    private static Uni<Map<String, Holders>> first(
            LedgerTransaction tx, String query, Collection<String> names, int most) {
        if (names.isEmpty()) {
            return Uni.createFrom().item(Map.of());
        }
        return tx.statements().select(query, names.toArray(String[]::new), most).map(rows -> {
            Map<String, List<Holder>> byName = new HashMap<>();
            for (Object[] row : rows) {
                byName.computeIfAbsent((String) row[0], name -> new ArrayList<>())
                        .add(new Holder((String) row[1], (String) row[2], Statements.instant(row[3])));
            }
            Map<String, Holders> holders = new HashMap<>();
            byName.forEach((name, all) -> holders.put(name, Holders.of(all)));
            return holders;
        });
    }

    private static Uni<Map<String, Holders>> counted(LedgerTransaction tx, String query, Map<String, Holders> found) {
        if (found.isEmpty()) {
            return Uni.createFrom().item(found);
        }
        return tx.statements()
                .select(query, (Object) found.keySet().toArray(String[]::new))
                .map(rows -> {
                    Map<String, Holders> counted = new HashMap<>(found);
                    rows.forEach(row -> counted.computeIfPresent(
                            (String) row[0],
                            (name, some) -> new Holders(Math.max((Long) row[1], some.count()), some.some())));
                    return counted;
                });
    }
}
