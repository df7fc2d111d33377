package io.hawser.deallocator.inventory;

import io.hawser.deallocator.deletion.Deletion;
import io.hawser.deallocator.deletion.Reference;
import io.hawser.deallocator.deletion.Resource;
import io.hawser.deallocator.deletion.ResourceId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Applies facts in their order. Facts are true, and are never refused for their content; only pending_delete is
 * stronger than a later record. Nothing is deleted here: the outcome has the services and resources whose deletion has
 * to be decided.
 */
public final class InventoryUpdate {
    /** Refused records may follow each other without end, each with another list. */
    static final int MOST_WITH_REFUSED = 10_000;

    private static final String SERVICE = "service";

    /**
     * @param wake services and resources whose deletion is asked for, and which have changed
     * @param gone services and resources that do not exist any more
     * @param earlier references that ended in the order in which they ended
     * @param notices in the order in which they came up
     */
    public record Outcome(
            Inventory after,
            Set<ResourceId> wake,
            Set<ResourceId> gone,
            List<EarlierReference> earlier,
            List<Notice> notices) {
        public Outcome {
            wake = Set.copyOf(wake);
            gone = Set.copyOf(gone);
            earlier = List.copyOf(earlier);
            notices = List.copyOf(notices);
        }
    }

    private final Instant now;
    private final Tasks tasks;
    private final Map<String, Service> services;
    private final Map<ResourceId, Resource> resources;
    private final Set<ResourceId> wake = new LinkedHashSet<>();
    private final List<EarlierReference> earlier = new ArrayList<>();
    private final List<Notice> notices = new ArrayList<>();

    private InventoryUpdate(Inventory before, Instant now) {
        this.now = now;
        this.services = new HashMap<>(before.services());
        this.resources = new HashMap<>(before.resources());
        this.tasks = new Tasks(before, now, this::held, notices);
    }

    /** @param before everything that is known of what the facts name or refer to, before or after */
    public static Outcome apply(Inventory before, List<Fact> facts, Instant now) {
        InventoryUpdate update = new InventoryUpdate(before, now);
        facts.forEach(update::apply);
        return update.outcome(before);
    }

    public static ResourceId service(String name) {
        return new ResourceId(SERVICE, name);
    }

    private static boolean isService(ResourceId id) {
        return id.kind().equals(SERVICE);
    }

    private Outcome outcome(Inventory before) {
        Set<ResourceId> gone = new HashSet<>(before.resources().keySet());
        gone.removeAll(resources.keySet());
        before.services().keySet().stream()
                .filter(name -> !services.containsKey(name))
                .forEach(name -> gone.add(service(name)));
        // Nothing is due for what is not there any more, even if it came within this batch and so is not in `gone`.
        wake.removeIf(id -> !resources.containsKey(id) && !(isService(id) && services.containsKey(id.name())));
        return new Outcome(
                new Inventory(tasks.live(), services, resources, tasks.unreadable()), wake, gone, earlier, notices);
    }

    private void apply(Fact fact) {
        switch (fact) {
            case Fact.TaskLives(String name, String service, Instant written) -> tasks.lives(name, service, written);
            case Fact.TaskEnded(String name) -> tasks.ended(name);
            case Fact.TaskUnreadable unreadable -> tasks.unreadable(unreadable);
            case Fact.TaskDiscarded(String place) -> tasks.discarded(place);
            case Fact.ServiceIs is -> serviceIs(is);
            case Fact.ServiceRefused refused -> serviceRefused(refused);
            case Fact.ServiceGone(String name, Instant written) -> serviceGone(name, written);
            case Fact.ResourceIs is -> resourceIs(is);
            case Fact.ResourceGone(ResourceId id) -> resourceGone(id);
        }
    }

    /** @param name empty: every service */
    private void held(Optional<String> name) {
        for (String each : name.map(Set::of).orElseGet(() -> Set.copyOf(services.keySet()))) {
            services.computeIfPresent(
                    each, (ignored, service) -> service.with(service.deletion().held(now)));
            lookAtService(each);
        }
    }

    private void serviceIs(Fact.ServiceIs is) {
        Service before = services.get(is.name());
        if (before != null && before.deletion() instanceof Deletion.Deallocated) {
            if (!is.pendingDelete()) {
                notices.add(new Notice.NameNotFree(service(is.name())));
            }
            return;
        }
        Deletion deletion = before == null ? new Deletion.NotAsked() : before.deletion();
        Service after = new Service(
                is.name(),
                is.references(),
                marked(service(is.name()), deletion, is.pendingDelete()),
                is.origin(),
                before != null && before.references().equals(is.references()) ? before.since() : now);
        services.put(is.name(), after);
        lookAtService(is.name());
        Set<ResourceId> old = before == null ? Set.of() : before.resources();
        Set<ResourceId> named = after.resources();
        old.stream().filter(id -> !named.contains(id)).forEach(id -> released(id, is.name(), is.written()));
        named.stream().filter(id -> !old.contains(id)).sorted().forEach(id -> refersTo(is.name(), id));
    }

    /** Until a later record of the service, it also holds what the refused one lists. Nothing else of that counts. */
    private void serviceRefused(Fact.ServiceRefused refused) {
        Service before = services.getOrDefault(
                refused.name(), new Service(refused.name(), Set.of(), new Deletion.NotAsked(), refused.origin(), now));
        Map<ResourceId, Reference.Policy> policies = new HashMap<>();
        before.references().forEach(each -> policies.put(each.resource(), each.policy()));
        refused.references().stream()
                .sorted(Comparator.comparing(Reference::resource))
                .filter(each -> policies.containsKey(each.resource()) || policies.size() < MOST_WITH_REFUSED)
                .forEach(each -> policies.merge(each.resource(), each.policy(), Reference.Policy::stronger));
        Set<Reference> both = policies.entrySet().stream()
                .map(each -> new Reference(each.getKey(), each.getValue()))
                .collect(Collectors.toUnmodifiableSet());
        boolean marked = !(before.deletion() instanceof Deletion.NotAsked);
        // Nothing is dropped, so the time does not matter.
        serviceIs(new Fact.ServiceIs(refused.name(), both, marked, before.origin(), Instant.EPOCH));
    }

    private void refersTo(String service, ResourceId id) {
        Resource resource = resources.get(id);
        if (resource != null && !(resource.deletion() instanceof Deletion.NotAsked)) {
            resources.put(id, resource.with(resource.deletion().held(now)));
            notices.add(new Notice.HeldAgain(id, service));
            lookAt(id);
        }
    }

    /** Tasks from before may use it still. */
    private void released(ResourceId id, String service, Instant written) {
        earlier.add(new EarlierReference(service, id, written));
        resources.computeIfPresent(
                id, (ignored, resource) -> resource.with(resource.deletion().held(now)));
        lookAt(id);
    }

    private void serviceGone(String name, Instant written) {
        Service before = services.remove(name);
        if (before == null) {
            notices.add(new Notice.GoneUnknown(service(name)));
            return;
        }
        gone(service(name), before.deletion());
        if (!(before.deletion() instanceof Deletion.Deallocated)) {
            // The service went without a deallocation, so nothing is deleted for it. Its RETAIN stays with the
            // resource, even if no record of the resource was read yet.
            before.references().stream()
                    .filter(reference -> reference.policy() == Reference.Policy.RETAIN)
                    .forEach(reference -> resources.merge(
                            reference.resource(),
                            Resource.named(reference.resource()).voted(reference.policy(), before.owner(), now),
                            (resource, ignored) -> resource.voted(reference.policy(), before.owner(), now)));
            before.resources().forEach(id -> released(id, name, written));
        }
        before.resources().forEach(this::lookAt);
    }

    private void resourceIs(Fact.ResourceIs is) {
        Resource known = resources.get(is.id());
        if (known != null && !known.uid().isEmpty() && !known.uid().equals(is.uid())) {
            // Another resource of the same name: the one that was decided about is gone.
            resourceGone(is.id());
            known = null;
        }
        Resource before = known == null ? Resource.named(is.id()) : known;
        if (before.deletion() instanceof Deletion.Deallocated
                && is.pendingDelete().equals(Optional.of(false))) {
            notices.add(new Notice.NameNotFree(is.id()));
        }
        Resource seen = before.seen(is.uid(), is.leaving(), is.requested());
        Deletion deletion = is.pendingDelete()
                .map(pending -> marked(is.id(), before.deletion(), pending))
                .orElse(seen.deletion());
        Resource after = seen.with(deletion);
        resources.put(is.id(), after);
        if (!after.equals(known)) {
            lookAt(is.id());
        }
        if (before.leaving() && !after.leaving() && deletion instanceof Deletion.Deallocated) {
            // Its owner's database went back: the removal is lost, and nothing is due while it goes on.
            wake.add(is.id());
        }
    }

    private void resourceGone(ResourceId id) {
        Resource before = resources.remove(id);
        if (before == null) {
            notices.add(new Notice.GoneUnknown(id));
        } else {
            gone(id, before.deletion());
        }
    }

    private void gone(ResourceId id, Deletion deletion) {
        if (deletion instanceof Deletion.Deallocated) {
            // If the name is used again in this batch, its due time is still that of the earlier deallocation.
            wake.add(id);
        }
        notices.add(
                deletion instanceof Deletion.Deallocated
                        ? new Notice.DeallocationServed(id)
                        : new Notice.DeletedUnasked(id));
    }

    private Deletion marked(ResourceId id, Deletion deletion, boolean pendingDelete) {
        if (pendingDelete) {
            return deletion.asked(now);
        }
        if (deletion instanceof Deletion.Asked) {
            notices.add(new Notice.DeletionIrrevocable(id));
        }
        return deletion;
    }

    private void lookAtService(String name) {
        Service service = services.get(name);
        if (service != null && service.deletion() instanceof Deletion.Asked) {
            wake.add(service(name));
        }
    }

    private void lookAt(ResourceId id) {
        Resource resource = resources.get(id);
        if (resource != null && resource.deletion() instanceof Deletion.Asked) {
            wake.add(id);
        }
    }
}
