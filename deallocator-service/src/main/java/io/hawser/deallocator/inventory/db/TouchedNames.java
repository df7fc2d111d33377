package io.hawser.deallocator.inventory.db;

import io.hawser.deallocator.deletion.Reference;
import io.hawser.deallocator.deletion.ResourceId;
import io.hawser.deallocator.inventory.Fact;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The names that facts read or write. */
final class TouchedNames {
    private TouchedNames() {}

    static Set<String> tasks(List<Fact> facts) {
        Set<String> names = new TreeSet<>();
        for (Fact fact : facts) {
            switch (fact) {
                case Fact.TaskLives lives -> names.add(lives.name());
                case Fact.TaskEnded ended -> names.add(ended.name());
                case Fact.TaskUnreadable unreadable -> unreadable.key().ifPresent(names::add);
                default -> {}
            }
        }
        return names;
    }

    static Set<String> places(List<Fact> facts) {
        Set<String> places = new TreeSet<>();
        for (Fact fact : facts) {
            switch (fact) {
                case Fact.TaskUnreadable unreadable -> places.add(unreadable.place());
                case Fact.TaskDiscarded discarded -> places.add(discarded.place());
                default -> {}
            }
        }
        return places;
    }

    /** Also those whose records end or begin. */
    static Set<String> services(List<Fact> facts) {
        Set<String> names = new TreeSet<>();
        for (Fact fact : facts) {
            switch (fact) {
                case Fact.TaskLives lives -> names.add(lives.service());
                case Fact.TaskUnreadable unreadable -> unreadable.service().ifPresent(names::add);
                case Fact.ServiceIs is -> names.add(is.name());
                case Fact.ServiceRefused refused -> names.add(refused.name());
                case Fact.ServiceGone gone -> names.add(gone.name());
                default -> {}
            }
        }
        names.remove("");
        return names;
    }

    /** The resources of a service are concerned by its own record, not by its tasks. */
    static Set<ResourceId> resources(List<Fact> facts, Collection<ServiceRow> services) {
        Set<ResourceId> ids = new TreeSet<>();
        Set<String> changed = new HashSet<>();
        for (Fact fact : facts) {
            switch (fact) {
                case Fact.ServiceIs is -> {
                    changed.add(is.name());
                    is.references().stream().map(Reference::resource).forEach(ids::add);
                }
                case Fact.ServiceRefused refused -> {
                    changed.add(refused.name());
                    refused.references().stream().map(Reference::resource).forEach(ids::add);
                }
                case Fact.ServiceGone gone -> changed.add(gone.name());
                case Fact.ResourceIs is -> ids.add(is.id());
                case Fact.ResourceGone gone -> ids.add(gone.id());
                default -> {}
            }
        }
        services.stream()
                .filter(row -> changed.contains(row.name()))
                .forEach(row -> ids.addAll(row.toDomain().resources()));
        return ids;
    }
}
