package io.hawser.deallocator.deletion.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.deallocator.deletion.Deletion;
import io.hawser.deallocator.deletion.Holders;
import io.hawser.deallocator.deletion.NextStep;
import io.hawser.deallocator.deletion.Reference;
import io.hawser.deallocator.deletion.Resource;
import io.hawser.deallocator.deletion.ResourceId;
import io.hawser.deallocator.deletion.ServiceEnd;
import io.hawser.deallocator.inventory.EarlierReference;
import io.hawser.deallocator.inventory.Fact;
import io.hawser.deallocator.inventory.Inventory;
import io.hawser.deallocator.inventory.InventoryUpdate;
import io.hawser.deallocator.inventory.LiveTask;
import io.hawser.deallocator.inventory.Service;
import io.hawser.deallocator.inventory.UnreadableTask;
import io.hawser.deallocator.kafka.Kinds;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Any number of replicas on one database. Each call is a transaction; between the two transactions of a decision,
 * anything may happen, and another replica may decide the same.
 */
final class Deciders {
    record Removal(ResourceId id, String uid) {}

    /** The watermarks that a replica has read, on its way to the second transaction. */
    private record Noted(Map<ResourceId, Instant> seen, String watermarks) {}

    private final long seed;
    private final Topics topics;
    private final Truth truth;
    /** Repeats itself, except that it goes on when something is gone: what has its name next is marked later. */
    private Instant now = Instant.EPOCH;

    private Inventory stored = Inventory.EMPTY;
    private final List<EarlierReference> earlier = new ArrayList<>();
    private final Set<ResourceId> due = new TreeSet<>();
    private final List<Noted> underWay = new ArrayList<>();
    private final List<Removal> removals = new ArrayList<>();
    private final Votes votes = new Votes();

    Deciders(long seed, Topics topics, Truth truth) {
        this.seed = seed;
        this.topics = topics;
        this.truth = truth;
    }

    /** To be called after every change of what is really there. */
    void look() {
        truth.look();
        votes.delete.stream().filter(id -> !truth.isHeld(id)).forEach(votes.free::add);
    }

    void apply(List<Fact> facts) {
        facts.forEach(votes::read);
        if (facts.stream().anyMatch(fact -> fact instanceof Fact.ResourceGone || fact instanceof Fact.ServiceGone)) {
            goOn();
        }
        InventoryUpdate.Outcome outcome = InventoryUpdate.apply(stored, facts, now);
        stored = outcome.after();
        due.addAll(outcome.wake());
        due.removeAll(outcome.gone());
        earlier.addAll(outcome.earlier());
    }

    private void goOn() {
        now = now.plus(1, ChronoUnit.MILLIS);
    }

    void lookForDiscarded(Set<String> discarded) {
        apply(stored.unreadable().keySet().stream()
                .filter(discarded::contains)
                .<Fact>map(Fact.TaskDiscarded::new)
                .toList());
    }

    /** What waits for holders is looked at again from time to time. */
    void lookAgain() {
        stored.resources().forEach((id, resource) -> {
            if (resource.deletion() instanceof Deletion.Asked) {
                due.add(id);
            }
        });
    }

    void crash() {
        underWay.clear();
    }

    void loseDatabase() {
        crash();
        stored = Inventory.EMPTY;
        earlier.clear();
        truth.forgetEarlierRecords();
        due.clear();
        votes.forget();
        topics.readAgainFromTheStart();
    }

    List<Removal> takeRemovals() {
        List<Removal> taken = List.copyOf(removals);
        removals.clear();
        return taken;
    }

    boolean hasWork() {
        return !due.isEmpty() || !underWay.isEmpty();
    }

    boolean isDeallocated(ResourceId id) {
        return stored.resources().containsKey(id)
                && stored.resources().get(id).deletion() instanceof Deletion.Deallocated;
    }

    boolean mayGo(ResourceId volume) {
        return votes.mayGo(volume) && !truth.isHeld(volume);
    }

    /** @param second whether a replica that has read watermarks goes on; otherwise one begins */
    void decide(Random random, boolean second) {
        if (!topics.isGateOpen()) {
            return;
        }
        if (second && !underWay.isEmpty()) {
            Noted noted = underWay.remove(random.nextInt(underWay.size()));
            decide(noted.seen().keySet(), Optional.of(noted));
        } else if (!due.isEmpty()) {
            List<ResourceId> all = List.copyOf(due);
            String kind = all.get(random.nextInt(all.size())).kind();
            Set<ResourceId> batch = new TreeSet<>(
                    all.stream().filter(id -> id.kind().equals(kind)).toList());
            if (random.nextBoolean()) {
                batch.retainAll(Set.of(all.get(random.nextInt(all.size()))));
            }
            Map<ResourceId, Instant> quiet = decide(batch, Optional.empty());
            if (!quiet.isEmpty()) {
                underWay.add(new Noted(quiet, topics.ends()));
            }
        }
    }

    private Map<ResourceId, Instant> decide(Collection<ResourceId> ids, Optional<Noted> noted) {
        Map<ResourceId, Holders> holders = new HashMap<>();
        ids.forEach(id -> holders.put(id, holders(id)));
        Map<ResourceId, Instant> quiet = new HashMap<>();
        for (ResourceId id : ids) {
            deletion(id).ifPresent(deletion -> {
                if (step(id, deletion, holders.get(id), noted) instanceof NextStep.NoteWatermarks
                        && deletion instanceof Deletion.Asked asked) {
                    quiet.put(id, asked.changed());
                }
            });
        }
        return quiet;
    }

    private NextStep step(ResourceId id, Deletion deletion, Holders holders, Optional<Noted> noted) {
        NextStep next = next(id, deletion, holders);
        if (next instanceof NextStep.NoteWatermarks && deletion instanceof Deletion.Asked asked && noted.isPresent()) {
            Deletion after =
                    asked.noted(noted.get().watermarks(), noted.get().seen().get(id));
            store(id, after);
            next = next(id, after, holders);
        }
        switch (next) {
            case NextStep.Nothing() -> due.remove(id);
            case NextStep.Kept() -> due.remove(id);
            case NextStep.WaitFor ignored -> {
                if (deletion instanceof Deletion.Asked asked) {
                    store(id, asked.waiting());
                }
                due.remove(id);
            }
            case NextStep.NoteWatermarks ignored -> due.add(id);
            case NextStep.CatchUp ignored -> due.add(id);
            case NextStep.Deallocate ignored -> {
                due.remove(id);
                deallocate(id, new Deletion.Deallocated(1, now));
            }
            case NextStep.WriteAgain ignored -> due.remove(id);
        }
        return next;
    }

    private NextStep next(ResourceId id, Deletion deletion, Holders holders) {
        boolean mayGo = isService(id)
                || Kinds.HAWSERS
                        .of(id.kind())
                        .kind()
                        .mayGo()
                        .test(stored.resources().get(id));
        return NextStep.of(deletion, mayGo, holders, topics::reached);
    }

    private void deallocate(ResourceId id, Deletion.Deallocated decided) {
        store(id, decided);
        if (isService(id)) {
            endService(stored.services().get(id.name()));
        } else {
            endResource(stored.resources().get(id));
        }
    }

    private void endService(Service service) {
        Truth.ServiceLife life = truth.services.get(service.name());
        if (life != null && !life.deallocated && !topics.isGone(Topics.ofService(service.name()), service.name())) {
            assertThat(life.wasQuiet)
                    .as("seed %d: service %s had no task at some moment since its mark", seed, service.name())
                    .isTrue();
            life.deallocated = true;
        }
        votes.cast(service.name());
        ServiceEnd end = ServiceEnd.of(
                service.references(), service.owner(), Optional.empty(), stored.resources(), id -> List.of(), now);
        end.voted().forEach((id, voted) -> {
            Map<ResourceId, Resource> resources = new HashMap<>(stored.resources());
            resources.put(id, voted);
            stored = new Inventory(stored.tasks(), stored.services(), resources, stored.unreadable());
            if (voted.deletion() instanceof Deletion.Asked) {
                due.add(id);
            }
        });
        look();
    }

    private void endResource(Resource resource) {
        Truth.ResourceLife life = truth.resources.get(resource.id());
        var kind = Kinds.HAWSERS.of(resource.id().kind());
        boolean free = kind.kind().marked()
                ? life == null
                        || life.wasQuiet
                        || topics.isGone(Topics.NETWORKS, resource.id().name())
                : votes.mayGo(resource.id()) && votes.free.contains(resource.id());
        assertThat(free)
                .as("seed %d: no service referred to %s at some moment since its mark", seed, resource.id())
                .isTrue();
        if (!kind.kind().marked()) {
            removals.add(new Removal(resource.id(), resource.uid()));
        }
    }

    private static boolean isService(ResourceId id) {
        return id.equals(InventoryUpdate.service(id.name()));
    }

    private Optional<Deletion> deletion(ResourceId id) {
        return isService(id)
                ? Optional.ofNullable(stored.services().get(id.name())).map(Service::deletion)
                : Optional.ofNullable(stored.resources().get(id)).map(Resource::deletion);
    }

    private void store(ResourceId id, Deletion deletion) {
        Map<String, Service> services = new HashMap<>(stored.services());
        Map<ResourceId, Resource> resources = new HashMap<>(stored.resources());
        services.computeIfPresent(isService(id) ? id.name() : "", (name, service) -> service.with(deletion));
        resources.computeIfPresent(id, (name, resource) -> resource.with(deletion));
        stored = new Inventory(stored.tasks(), services, resources, stored.unreadable());
    }

    private Holders holders(ResourceId id) {
        Stream<String> names = isService(id)
                ? Stream.concat(
                        stored.tasks().values().stream()
                                .filter(task -> task.service().equals(id.name()))
                                .map(task -> task.name()),
                        unreadable(id.name()))
                : Stream.concat(
                        stored.services().values().stream()
                                .filter(service -> !(service.deletion() instanceof Deletion.Deallocated))
                                .filter(service -> service.resources().contains(id))
                                .map(Service::name),
                        earlier.stream()
                                .filter(each -> each.resource().equals(id))
                                .flatMap(each -> Stream.concat(
                                        stored.tasks().values().stream()
                                                .filter(task -> task.service().equals(each.service()))
                                                .filter(task -> task.written().isBefore(each.dropped()))
                                                .map(LiveTask::name),
                                        unreadable(each.service()))));
        return Holders.of(
                names.map(name -> new Holders.Holder("holder", name, now)).toList());
    }

    /** Records that may be of a task of this service. */
    private Stream<String> unreadable(String service) {
        return stored.unreadable().values().stream()
                .filter(task -> task.service().map(service::equals).orElse(true))
                .map(UnreadableTask::place);
    }

    /** What services that have ended said about volumes, folded from the records that were read. */
    private static final class Votes {
        private final Map<String, Set<Reference>> read = new HashMap<>();
        private final Map<String, String> uids = new HashMap<>();
        private final Set<ResourceId> delete = new HashSet<>();
        private final Set<ResourceId> retain = new HashSet<>();

        /** Those that no service has referred to at some moment since the first service said DELETE. */
        private final Set<ResourceId> free = new HashSet<>();

        private final Set<String> ended = new HashSet<>();

        void read(Fact fact) {
            switch (fact) {
                case Fact.ServiceIs is when !ended.contains(is.name()) -> read.put(is.name(), is.references());
                case Fact.ServiceGone gone -> {
                    if (!ended.remove(gone.name())) {
                        protect(read.getOrDefault(gone.name(), Set.of()));
                    }
                    read.remove(gone.name());
                }
                case Fact.ResourceIs is -> {
                    String before = uids.put(is.id().key(), is.uid());
                    if (before != null && !before.equals(is.uid())) {
                        settled(is.id());
                    }
                }
                case Fact.ResourceGone gone -> {
                    uids.remove(gone.id().key());
                    settled(gone.id());
                }
                default -> {}
            }
        }

        private void protect(Set<Reference> references) {
            references.stream()
                    .filter(reference -> reference.policy() == Reference.Policy.RETAIN)
                    .forEach(reference -> retain.add(reference.resource()));
        }

        void cast(String service) {
            ended.add(service);
            for (Reference reference : read.getOrDefault(service, Set.of())) {
                ResourceId id = reference.resource();
                switch (reference.policy()) {
                    case NONE -> {}
                    case DELETE -> {
                        if (uids.containsKey(id.key())) {
                            delete.add(id);
                        }
                    }
                    case RETAIN -> {
                        if (uids.containsKey(id.key())) {
                            retain.add(id);
                        }
                    }
                }
            }
        }

        boolean mayGo(ResourceId id) {
            return delete.contains(id) && !retain.contains(id);
        }

        void settled(ResourceId id) {
            delete.remove(id);
            retain.remove(id);
            free.remove(id);
        }

        void forget() {
            read.clear();
            uids.clear();
            ended.clear();
            delete.clear();
            retain.clear();
            free.clear();
        }
    }
}
