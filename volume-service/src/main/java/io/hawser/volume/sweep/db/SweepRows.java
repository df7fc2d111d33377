package io.hawser.volume.sweep.db;

import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Statements;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.volume.id.Identifier;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.sweep.Recorded;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The sweep's queries on shared tables, and its own two tables. */
public final class SweepRows {
    private static final int PAGE = 1000;

    private SweepRows() {}

    /**
     * Takes the right to list the plugin for this process, unless another process has it.
     *
     * @param until also says whose the right is: the next process has it until later
     */
    public static Uni<Boolean> take(LedgerTransaction tx, PluginName plugin, Instant until) {
        return tx.statements().update("""
                        insert into sweep as s (plugin, until) values ($1, $2)
                        on conflict (plugin) do update set until = excluded.until where s.until <= clock_timestamp()
                        """, plugin.value(), until).map(rows -> rows == 1);
    }

    /**
     * Returns that right; no replica takes it before {@code notBefore}.
     *
     * @param until as it was taken
     * @return false: its time was over, and another process has taken it
     */
    public static Uni<Boolean> release(LedgerTransaction tx, PluginName plugin, Instant until, Instant notBefore) {
        return tx.statements()
                .update(
                        "update sweep set until = $3 where plugin = $1 and until = $2",
                        plugin.value(),
                        until,
                        notBefore)
                .map(rows -> rows == 1);
    }

    /**
     * Forgets what listings of the plugin differed in, for at most 1,000 of its volumes, by name.
     *
     * @return the names of these volumes; empty if there is nothing left to forget
     */
    public static Uni<List<String>> forget(LedgerTransaction tx, PluginName plugin) {
        return tx.statements()
                .select("""
                        update volume set listing_found = '{}', listing_confirmed = '{}'
                        where name in (
                          select name from volume
                          where plugin = $1 and (listing_found <> '{}' or listing_confirmed <> '{}')
                          order by name limit $2 for update)
                        returning name
                        """, plugin.value(), PAGE)
                .map(rows -> rows.stream().map(row -> (String) row[0]).toList());
    }

    /** The volumes of a plugin page by page, by name, without locks. */
    public static Uni<Void> ofPlugin(
            Transactions transactions, PluginName plugin, Function<Collection<Recorded>, Uni<Void>> page) {
        AtomicReference<String> last = new AtomicReference<>("");
        return Multi.createBy()
                .repeating()
                .uni(() -> transactions
                        .single(statements -> recorded(
                                statements,
                                "v.name in"
                                        + " (select name from volume where plugin = $1 and name > $2"
                                        + " order by name limit $3)",
                                plugin.value(),
                                last.get(),
                                PAGE))
                        .invoke(found -> last.set(
                                found.isEmpty()
                                        ? ""
                                        : found.lastEntry().getKey().value()))
                        .call(found -> page.apply(found.values())))
                .until(found -> found.size() < PAGE)
                .onItem()
                .ignoreAsUni();
    }

    /** These volumes, locked, ordered by name. */
    public static Uni<? extends Map<VolumeName, Recorded>> locked(LedgerTransaction tx, Collection<VolumeName> names) {
        String[] keys = Identifier.array(new TreeSet<>(names));
        return tx.statements()
                .select("select name from volume where name = any($1) order by name for update", (Object) keys)
                .chain(() -> recorded(tx.statements(), "v.name = any($1)", (Object) keys));
    }

    private static Uni<SequencedMap<VolumeName, Recorded>> recorded(
            Statements statements, String which, Object... parameters) {
        return statements
                .select("""
                        select v.name, v.uid, v.volume_id,
                          v.created and not v.uncertain and (v.call_id is null or v.call_node is not null),
                          v.listing_found, p.csi_node_id,
                          p.state in ('PUBLISHED', 'PENDING_NODE_UNPUBLISH') and not p.uncertain and p.attempted,
                          p.state = 'PENDING_PUBLISH' or p.state = 'UNCONFIRMED_DETACH' and not p.uncertain
                        from volume v left join publication p on p.volume = v.name
                        where""" + " " + which + " order by v.name", parameters)
                .map(rows -> {
                    SequencedMap<VolumeName, Recorded> volumes = new LinkedHashMap<>();
                    rows.forEach(row -> {
                        Recorded volume = volumes.computeIfAbsent(
                                new VolumeName((String) row[0]),
                                name -> new Recorded(
                                        name,
                                        (String) row[1],
                                        (String) row[2],
                                        (Boolean) row[3],
                                        new HashSet<>(),
                                        new HashSet<>(),
                                        new HashSet<>(),
                                        Set.of((String[]) row[4])));
                        if (row[5] != null && (Boolean) row[7]) {
                            volume.notJudged().add((String) row[5]);
                        } else if (row[5] != null) {
                            volume.maybe().add((String) row[5]);
                            if ((Boolean) row[6]) {
                                volume.attached().add((String) row[5]);
                            }
                        }
                    });
                    return volumes;
                });
    }

    /**
     * @param found by this sweep
     * @param confirmed by this sweep and the one before
     */
    public static Uni<Void> store(LedgerTransaction tx, VolumeName volume, Set<String> found, Set<String> confirmed) {
        return tx.execute(
                "update volume set listing_found = $2, listing_confirmed = $3 where name = $1",
                volume.value(),
                found.toArray(String[]::new),
                confirmed.toArray(String[]::new));
    }

    public static Uni<Set<String>> confirmed(LedgerTransaction tx, VolumeName volume) {
        return tx.statements()
                .select("select listing_confirmed from volume where name = $1", volume.value())
                .map(rows -> Set.of((String[]) rows.getFirst()[0]));
    }

    public static Uni<Set<String>> uids(LedgerTransaction tx, Collection<String> asked) {
        return tx.statements()
                .select("select uid from volume where uid = any($1)", (Object) asked.toArray(String[]::new))
                .map(rows -> rows.stream().map(row -> (String) row[0]).collect(Collectors.toSet()));
    }

    /**
     * Stores the orphaned volumes of this sweep, and deletes those that it did not see.
     *
     * @return those that the sweep before saw too and that are reported for the first time
     */
    public static Uni<List<String>> orphans(
            LedgerTransaction tx, PluginName plugin, Collection<String> ids, boolean whole) {
        String[] seen = ids.toArray(String[]::new);
        return tx.statements()
                .select("""
                        update orphaned_volume set reported = true
                        where plugin = $1 and volume_id = any($2) and not reported returning volume_id
                        """, plugin.value(), seen)
                .map(rows -> rows.stream().map(row -> (String) row[0]).toList())
                .call(() -> tx.statements().update("""
                                insert into orphaned_volume (plugin, volume_id, reported)
                                select $1, id, false from unnest($2::text[]) as id on conflict do nothing
                                """, plugin.value(), seen))
                .call(() -> whole
                        ? tx.execute(
                                "delete from orphaned_volume where plugin = $1 and volume_id <> all($2::text[])",
                                plugin.value(),
                                seen)
                        : Uni.createFrom().voidItem());
    }
}
