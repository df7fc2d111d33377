package io.hawser.deallocator.deletion.db;

import io.hawser.deallocator.deletion.Holders;
import io.hawser.deallocator.deletion.Resource;
import io.hawser.ledger.tx.LedgerTransaction;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Queries for the holders of resources. */
@ApplicationScoped
public class HolderQueries {
    private static final String LIVE_TASKS = """
            select service, count(*), (array_agg(name order by name))[1:5]
            from live_task where service = any($1) group by service
            """;
    // A deallocated service refers to nothing any more, though its record may still exist.
    private static final String SERVICES = """
            select n.name, count(*), (array_agg(s.name order by s.name))[1:5]
            from unnest($1::text[]) as n (name) join service s on s.networks @> array[n.name]
            where s.deletion <> 'DEALLOCATED' group by n.name
            """;

    /** By resource name; a resource without holders is not listed. */
    public Uni<Map<String, Holders>> of(LedgerTransaction tx, Resource resource, Collection<String> names) {
        String query =
                switch (resource) {
                    case SERVICE -> LIVE_TASKS;
                    case NETWORK -> SERVICES;
                };
        return tx.statements()
                .select(query, (Object) names.toArray(String[]::new))
                .map(HolderQueries::byName);
    }

    private static Map<String, Holders> byName(List<Object[]> rows) {
        return rows.stream()
                .collect(Collectors.toMap(
                        row -> (String) row[0], row -> new Holders((Long) row[1], Arrays.asList((String[]) row[2]))));
    }
}
