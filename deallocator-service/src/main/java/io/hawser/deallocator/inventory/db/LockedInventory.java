package io.hawser.deallocator.inventory.db;

import io.hawser.deallocator.inventory.Fact;
import io.hawser.deallocator.inventory.Inventory;
import io.hawser.ledger.tx.LedgerTransaction;
import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The rows that a batch of facts concerns, locked in the order tasks, services, networks. They include a task's service
 * and a service's networks, before and after, because their deletion is decided from it.
 */
public final class LockedInventory {
    private final LedgerTransaction tx;
    private final Map<String, LiveTaskRow> tasks;
    private final Map<String, ServiceRow> services;
    private final Map<String, NetworkRow> networks;

    private LockedInventory(
            LedgerTransaction tx,
            Map<String, LiveTaskRow> tasks,
            Map<String, ServiceRow> services,
            Map<String, NetworkRow> networks) {
        this.tx = tx;
        this.tasks = tasks;
        this.services = services;
        this.networks = networks;
    }

    /** Locks everything that applying these facts reads or writes. */
    public static Uni<LockedInventory> lock(LedgerTransaction tx, List<Fact> facts) {
        return Locked.rows(tx, LiveTaskRow.class, taskNames(facts))
                .map(rows -> Locked.byName(rows, LiveTaskRow::name))
                .chain(tasks -> Locked.services(tx, serviceNames(facts, tasks.values()))
                        .map(rows -> Locked.byName(rows, ServiceRow::name))
                        .chain(services -> Locked.networks(tx, networkNames(facts, services.values()))
                                .map(rows -> Locked.byName(rows, NetworkRow::name))
                                .map(networks -> new LockedInventory(tx, tasks, services, networks))));
    }

    public Inventory toDomain() {
        return new Inventory(
                read(tasks, LiveTaskRow::toDomain),
                read(services, ServiceRow::toDomain),
                read(networks, NetworkRow::toDomain));
    }

    /** Writes this state to the tables. */
    public void write(Inventory after) {
        Locked.write(tx, tasks, after.tasks(), LiveTaskRow::new, LiveTaskRow::toDomain, LiveTaskRow::set);
        Locked.write(tx, services, after.services(), ServiceRow::new, ServiceRow::toDomain, ServiceRow::set);
        Locked.write(tx, networks, after.networks(), NetworkRow::new, NetworkRow::toDomain, NetworkRow::set);
    }

    private static <R, D> Map<String, D> read(Map<String, R> rows, Function<R, D> toDomain) {
        return rows.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, row -> toDomain.apply(row.getValue())));
    }

    private static Set<String> taskNames(List<Fact> facts) {
        return facts.stream()
                .filter(fact -> fact instanceof Fact.TaskLives || fact instanceof Fact.TaskEnded)
                .map(Fact::name)
                .collect(Collectors.toSet());
    }

    private static Set<String> serviceNames(List<Fact> facts, Collection<LiveTaskRow> tasks) {
        Set<String> names = new TreeSet<>();
        tasks.forEach(task -> names.add(task.toDomain().service()));
        for (Fact fact : facts) {
            switch (fact) {
                case Fact.TaskLives(String ignored, String service) -> names.add(service);
                case Fact.ServiceIs is -> names.add(is.name());
                case Fact.ServiceGone(String name) -> names.add(name);
                case Fact.TaskEnded ignored -> {}
                case Fact.NetworkIs ignored -> {}
                case Fact.NetworkGone ignored -> {}
            }
        }
        names.remove("");
        return names;
    }

    private static Set<String> networkNames(List<Fact> facts, Collection<ServiceRow> services) {
        Set<String> names = new TreeSet<>();
        services.forEach(service -> names.addAll(service.toDomain().networks()));
        for (Fact fact : facts) {
            switch (fact) {
                case Fact.ServiceIs is -> names.addAll(is.networks());
                case Fact.NetworkIs is -> names.add(is.name());
                case Fact.NetworkGone(String name) -> names.add(name);
                case Fact.TaskLives ignored -> {}
                case Fact.TaskEnded ignored -> {}
                case Fact.ServiceGone ignored -> {}
            }
        }
        return names;
    }
}
