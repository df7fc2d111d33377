package io.hawser.deallocator.inventory.db;

import io.hawser.deallocator.deletion.Reference;
import io.hawser.deallocator.deletion.ResourceId;
import io.hawser.deallocator.inventory.Fact;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The names that facts read or write.
 *
 * @param places of unreadable records
 * @param changed services whose own records begin, change or end: only these concern the services' resources
 * @param resources that the facts name
 */
record TouchedNames(
        Set<String> tasks, Set<String> places, Set<String> services, Set<String> changed, Set<ResourceId> resources) {
    static TouchedNames of(List<Fact> facts) {
        TouchedNames names =
                new TouchedNames(new TreeSet<>(), new TreeSet<>(), new TreeSet<>(), new TreeSet<>(), new TreeSet<>());
        facts.forEach(names::add);
        names.services.remove("");
        return names;
    }

    private void add(Fact fact) {
        switch (fact) {
            case Fact.TaskLives lives -> {
                tasks.add(lives.name());
                services.add(lives.service());
            }
            case Fact.TaskEnded ended -> tasks.add(ended.name());
            case Fact.TaskUnreadable unreadable -> {
                unreadable.key().ifPresent(tasks::add);
                places.add(unreadable.place());
                unreadable.service().ifPresent(services::add);
            }
            case Fact.TaskDiscarded discarded -> places.add(discarded.place());
            case Fact.ServiceIs is -> service(is.name(), is.references());
            case Fact.ServiceRefused refused -> service(refused.name(), refused.references());
            case Fact.ServiceGone gone -> service(gone.name(), Set.of());
            case Fact.ResourceIs is -> resources.add(is.id());
            case Fact.ResourceGone gone -> resources.add(gone.id());
        }
    }

    private void service(String name, Set<Reference> references) {
        services.add(name);
        changed.add(name);
        references.stream().map(Reference::resource).forEach(resources::add);
    }

    /** Also those to which the changed services refer so far. */
    Set<ResourceId> resources(Collection<ServiceRow> rows) {
        Set<ResourceId> ids = new TreeSet<>(resources);
        rows.stream()
                .filter(row -> changed.contains(row.name()))
                .forEach(row -> ids.addAll(row.toDomain().resources()));
        return ids;
    }
}
