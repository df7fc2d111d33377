package io.hawser.deallocator.inventory.db;

import io.hawser.deallocator.deletion.ResourceId;
import io.hawser.deallocator.inventory.Fact;
import io.hawser.deallocator.inventory.Inventory;
import io.hawser.ledger.tx.db.KeyedRows;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.RowLock;
import io.smallrye.mutiny.Uni;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The rows that a batch of facts concerns, locked in the order tasks, unreadable tasks, services, resources. They
 * include a task's service and a service's resources, before and after, because their deletion is decided from it.
 */
public final class LockedInventory {
    private final LedgerTransaction tx;
    private final Map<String, LiveTaskRow> tasks;
    private final Map<String, UnreadableTaskRow> unreadable;
    private final Map<String, ServiceRow> services;
    private final Map<ResourceId, ResourceRow> resources;
    private final List<Fact> facts;

    private LockedInventory(
            LedgerTransaction tx,
            List<Fact> facts,
            List<LiveTaskRow> tasks,
            List<UnreadableTaskRow> unreadable,
            List<ServiceRow> services,
            List<ResourceRow> resources) {
        this.tx = tx;
        this.facts = facts;
        this.tasks = KeyedRows.byKey(tasks, LiveTaskRow::name);
        this.unreadable = KeyedRows.byKey(unreadable, UnreadableTaskRow::place);
        this.services = KeyedRows.byKey(services, ServiceRow::name);
        this.resources = KeyedRows.byKey(resources, ResourceRow::id);
    }

    /** Locks everything that applying these facts reads or writes. */
    public static Uni<LockedInventory> lock(LedgerTransaction tx, List<Fact> facts) {
        TouchedNames names = TouchedNames.of(facts);
        return KeyedRows.by(tx, LiveTaskRow.class, "name", names.tasks(), RowLock.UPDATE)
                .chain(tasks -> unreadable(tx, names).chain(unreadable -> services(tx, facts, names, tasks, unreadable)
                        .chain(services -> Locked.resources(tx, names.resources(services))
                                .map(resources ->
                                        new LockedInventory(tx, facts, tasks, unreadable, services, resources)))));
    }

    private static Uni<List<UnreadableTaskRow>> unreadable(LedgerTransaction tx, TouchedNames names) {
        return names.tasks().isEmpty() && names.places().isEmpty()
                ? Uni.createFrom().item(List.of())
                : tx.select(
                        UnreadableTaskRow.class,
                        "where r.key = any($1) or r.place = any($2) order by r.place" + RowLock.UPDATE.clause(),
                        names.tasks().toArray(String[]::new),
                        names.places().toArray(String[]::new));
    }

    /** A record whose service is not known concerns every service. */
    private static Uni<List<ServiceRow>> services(
            LedgerTransaction tx,
            List<Fact> facts,
            TouchedNames touched,
            List<LiveTaskRow> tasks,
            List<UnreadableTaskRow> unreadable) {
        Set<String> names = new HashSet<>(touched.services());
        tasks.forEach(task -> names.add(task.toDomain().service()));
        unreadable.forEach(task -> task.toDomain().service().ifPresent(names::add));
        boolean all = facts.stream().anyMatch(fact -> fact instanceof Fact.TaskUnreadable)
                || unreadable.stream()
                        .anyMatch(task -> task.toDomain().service().isEmpty());
        return all
                ? tx.select(
                        ServiceRow.class,
                        "where r.deletion = 'ASKED' or r.name = any($1) order by r.name" + RowLock.UPDATE.clause(),
                        (Object) names.toArray(String[]::new))
                : Locked.services(tx, names);
    }

    public Inventory toDomain() {
        return new Inventory(
                read(tasks, LiveTaskRow::toDomain),
                read(services, ServiceRow::toDomain),
                read(resources, ResourceRow::toDomain),
                read(unreadable, UnreadableTaskRow::toDomain));
    }

    public void write(Inventory after) {
        for (Fact fact : facts) {
            if (fact instanceof Fact.ServiceGone gone) {
                // A service that the same batch creates again keeps its row.
                Optional.ofNullable(services.get(gone.name())).ifPresent(ServiceRow::forgetLostDecision);
            }
        }
        Locked.write(tx, tasks, after.tasks(), LiveTaskRow::new, LiveTaskRow::toDomain, LiveTaskRow::set);
        Locked.write(
                tx,
                unreadable,
                after.unreadable(),
                UnreadableTaskRow::new,
                UnreadableTaskRow::toDomain,
                UnreadableTaskRow::set);
        Locked.write(tx, services, after.services(), ServiceRow::new, ServiceRow::toDomain, ServiceRow::set);
        Locked.write(tx, resources, after.resources(), ResourceRow::new, ResourceRow::toDomain, ResourceRow::set);
    }

    private static <K, R, D> Map<K, D> read(Map<K, R> rows, Function<R, D> toDomain) {
        return rows.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, row -> toDomain.apply(row.getValue())));
    }
}
