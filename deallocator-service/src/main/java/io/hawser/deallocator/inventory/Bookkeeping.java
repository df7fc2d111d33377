package io.hawser.deallocator.inventory;

import io.hawser.deallocator.deletion.Deletion;
import io.hawser.deallocator.deletion.Resource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Applies facts in their order. Facts are true, and are never refused for their content; only pending_delete is
 * stronger than a later record. Bookkeeping deletes nothing itself: it returns the resources whose deletion has to be
 * decided.
 */
public final class Bookkeeping {

    /**
     * @param services like {@code networks}: resources marked for deletion that have changed
     * @param servicesGone like {@code networksGone}: resources that do not exist any more
     * @param notices in the order in which they came up
     */
    public record Outcome(
            Inventory after,
            Set<String> services,
            Set<String> networks,
            Set<String> servicesGone,
            Set<String> networksGone,
            List<Notice> notices) {
        public Outcome {
            services = Set.copyOf(services);
            networks = Set.copyOf(networks);
            servicesGone = Set.copyOf(servicesGone);
            networksGone = Set.copyOf(networksGone);
            notices = List.copyOf(notices);
        }
    }

    private final Map<String, LiveTask> tasks;
    private final Map<String, Service> services;
    private final Map<String, Network> networks;
    private final Set<String> servicesToLookAt = new LinkedHashSet<>();
    private final Set<String> networksToLookAt = new LinkedHashSet<>();
    private final List<Notice> notices = new ArrayList<>();

    private Bookkeeping(Inventory before) {
        this.tasks = new HashMap<>(before.tasks());
        this.services = new HashMap<>(before.services());
        this.networks = new HashMap<>(before.networks());
    }

    /** @param before everything that is known of what the facts name or refer to, before or after */
    public static Outcome apply(Inventory before, List<Fact> facts) {
        Bookkeeping books = new Bookkeeping(before);
        facts.forEach(books::apply);
        return books.outcome(before);
    }

    private Outcome outcome(Inventory before) {
        servicesToLookAt.retainAll(services.keySet());
        networksToLookAt.retainAll(networks.keySet());
        return new Outcome(
                new Inventory(tasks, services, networks),
                servicesToLookAt,
                networksToLookAt,
                missing(before.services(), services),
                missing(before.networks(), networks),
                notices);
    }

    private static Set<String> missing(Map<String, ?> before, Map<String, ?> after) {
        Set<String> gone = new HashSet<>(before.keySet());
        gone.removeAll(after.keySet());
        return gone;
    }

    private void apply(Fact fact) {
        switch (fact) {
            case Fact.TaskLives(String name, String service) -> taskLives(new LiveTask(name, service));
            case Fact.TaskEnded(String name) -> taskEnded(name);
            case Fact.ServiceIs is -> serviceIs(is);
            case Fact.ServiceGone(String name) -> serviceGone(name);
            case Fact.NetworkIs(String name, boolean pendingDelete) -> networkIs(name, pendingDelete);
            case Fact.NetworkGone(String name) -> networkGone(name);
        }
    }

    private void taskLives(LiveTask task) {
        LiveTask before = tasks.put(task.name(), task);
        if (task.equals(before)) {
            return;
        }
        if (before != null) {
            lookAtService(before.service());
        }
        services.computeIfPresent(task.service(), (name, service) -> service.with(held(service.deletion())));
        lookAtService(task.service());
    }

    private void taskEnded(String name) {
        LiveTask before = tasks.remove(name);
        if (before != null) {
            lookAtService(before.service());
        }
    }

    private void serviceIs(Fact.ServiceIs is) {
        Service before = services.get(is.name());
        if (before != null && before.deletion() instanceof Deletion.Deallocated) {
            if (!is.pendingDelete()) {
                notices.add(new Notice.WordIsFinal(Resource.SERVICE, is.name()));
            }
            return;
        }
        Deletion deletion = before == null ? new Deletion.NotAsked() : before.deletion();
        services.put(
                is.name(),
                new Service(
                        is.name(),
                        is.networks(),
                        is.ownVolumes(),
                        marked(Resource.SERVICE, is.name(), deletion, is.pendingDelete()),
                        is.origin()));
        lookAtService(is.name());
        Set<String> old = before == null ? Set.of() : before.networks();
        old.stream().filter(network -> !is.networks().contains(network)).forEach(this::lookAtNetwork);
        is.networks().stream()
                .filter(network -> !old.contains(network))
                .forEach(network -> refersTo(is.name(), network));
    }

    private void refersTo(String service, String name) {
        Network network = networks.get(name);
        if (network != null && !(network.deletion() instanceof Deletion.NotAsked)) {
            networks.put(name, network.with(held(network.deletion())));
            notices.add(new Notice.NetworkHeldAgain(name, service));
            lookAtNetwork(name);
        }
    }

    private void serviceGone(String name) {
        Service before = services.remove(name);
        if (before != null) {
            gone(Resource.SERVICE, name, before.deletion());
            before.networks().forEach(this::lookAtNetwork);
        }
    }

    private void networkIs(String name, boolean pendingDelete) {
        Network before = networks.get(name);
        if (before != null && before.deletion() instanceof Deletion.Deallocated) {
            if (!pendingDelete) {
                notices.add(new Notice.WordIsFinal(Resource.NETWORK, name));
            }
            return;
        }
        Deletion deletion = before == null ? new Deletion.NotAsked() : before.deletion();
        networks.put(name, new Network(name, marked(Resource.NETWORK, name, deletion, pendingDelete)));
        lookAtNetwork(name);
    }

    private void networkGone(String name) {
        Network before = networks.remove(name);
        if (before != null) {
            gone(Resource.NETWORK, name, before.deletion());
        }
    }

    private void gone(Resource resource, String name, Deletion deletion) {
        notices.add(
                deletion instanceof Deletion.Deallocated
                        ? new Notice.DeallocationServed(resource, name)
                        : new Notice.DeletedUnasked(resource, name));
    }

    private Deletion marked(Resource resource, String name, Deletion deletion, boolean pendingDelete) {
        return switch (deletion) {
            case Deletion.NotAsked notAsked -> pendingDelete ? notAsked.ask() : notAsked;
            case Deletion.Asked asked -> {
                if (!pendingDelete) {
                    notices.add(new Notice.DeletionIrrevocable(resource, name));
                }
                yield asked;
            }
            case Deletion.Deallocated deallocated -> deallocated;
        };
    }

    private static Deletion held(Deletion deletion) {
        return deletion instanceof Deletion.Asked asked ? asked.held() : deletion;
    }

    private void lookAtService(String name) {
        Service service = services.get(name);
        if (service != null && service.deletion() instanceof Deletion.Asked) {
            servicesToLookAt.add(name);
        }
    }

    private void lookAtNetwork(String name) {
        Network network = networks.get(name);
        if (network != null && network.deletion() instanceof Deletion.Asked) {
            networksToLookAt.add(name);
        }
    }
}
