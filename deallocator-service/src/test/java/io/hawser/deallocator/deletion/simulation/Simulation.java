package io.hawser.deallocator.deletion.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.deallocator.deletion.Kind;
import io.hawser.deallocator.deletion.Reference;
import io.hawser.deallocator.deletion.ResourceId;
import io.hawser.deallocator.inventory.Fact;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** One history: an orchestrator that writes at random, beside a service that reads and decides at random. */
final class Simulation {
    private static final int STEPS = 60;

    /**
     * The steps of a history: all of them; tasks that are replaced; services that hand over what they refer to, or drop
     * it; unmarked services that list networks and drop them, with calm minutes in between.
     */
    private static final List<List<Integer>> MIXES = List.of(
            List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
            List.of(3, 3, 3, 3, 6, 10, 11, 12, 14, 15),
            List.of(5, 5, 5, 6, 7, 8, 10, 11, 12, 14, 15, 16),
            List.of(2, 9, 10, 11, 12, 14, 16, 16, 17, 17, 18, 18));

    private static final List<String> SERVICES = List.of("web", "db");
    private static final List<ResourceId> NETWORKS = List.of(Kind.NETWORK.id("n1"), Kind.NETWORK.id("n2"));
    private static final List<ResourceId> VOLUMES = List.of(Kind.VOLUME.id("v1"), Kind.VOLUME.id("v2"));

    private final long seed;
    private final Random random;
    private final Topics topics = new Topics();
    private final Truth truth = new Truth();
    private final Set<String> discarded = new HashSet<>();
    private final Deciders deciders;
    private final List<Integer> mix;
    private int names;

    Simulation(long seed) {
        this.seed = seed;
        this.random = new Random(seed);
        this.mix = MIXES.get((int) (seed % MIXES.size()));
        this.deciders = new Deciders(seed, topics, truth);
    }

    void run() {
        SERVICES.forEach(this::taskBegins);
        for (int i = 0; i < STEPS; i++) {
            step(pick(mix));
            deciders.look();
        }
        end();
    }

    private void step(int what) {
        switch (what) {
            case 0, 1 -> taskBegins(pick(SERVICES));
            case 2 -> anyTask().ifPresent(this::taskEnds);
            case 3 -> replaceTask();
            case 4 -> badRecord();
            case 5 -> handOver();
            case 6 -> service(pick(SERVICES), random.nextBoolean());
            case 7 -> network(pick(NETWORKS), random.nextBoolean());
            case 8 -> volume(pick(VOLUMES));
            case 9 -> goes();
            case 10, 11, 12 -> read();
            case 13 -> oddThing();
            case 16 -> drop();
            case 17 -> service(pick(SERVICES), false);
            case 18 -> calm();
            default -> deciders.decide(random, random.nextBoolean());
        }
    }

    private void oddThing() {
        switch (random.nextInt(6)) {
            case 0 -> deciders.crash();
            case 1 -> deciders.loseDatabase();
            case 2 -> discard();
            default -> serveRemovals();
        }
    }

    private void taskBegins(String service) {
        String task = "t" + names++;
        truth.begins(task, service);
        topics.append(Topics.ofTask(task), task, new Fact.TaskLives(task, service, topics.now()));
    }

    private void taskEnds(String task) {
        truth.tasks.remove(task);
        truth.bad.values().removeIf(record -> record.task().equals(task));
        topics.append(Topics.ofTask(task), task, new Fact.TaskEnded(task));
    }

    /** The new one is written before the old one ends, so there is no moment without a task. */
    private void replaceTask() {
        anyTask().ifPresent(old -> {
            String service = truth.tasks.get(old);
            if (service != null) {
                taskBegins(service);
                taskEnds(old);
            }
        });
    }

    private Optional<String> anyTask() {
        List<String> all = new ArrayList<>(truth.tasks.keySet());
        truth.bad.values().forEach(record -> all.add(record.task()));
        all.sort(null);
        return all.isEmpty() ? Optional.empty() : Optional.of(pick(all));
    }

    /** Of a task that runs, or of one that nobody has heard of; sometimes it says the service. */
    private void badRecord() {
        String task = anyTask().filter(ignored -> random.nextBoolean()).orElseGet(() -> "t" + names++);
        Optional<String> named = random.nextInt(3) == 0 ? Optional.of(pick(SERVICES)) : Optional.empty();
        int partition = Topics.ofTask(task);
        String place = topics.next(partition);
        Optional<String> service = named.or(() -> Optional.ofNullable(truth.tasks.get(task)));
        truth.bad.values().removeIf(record -> record.task().equals(task));
        truth.bad.put(place, new Truth.BadRecord(task, service));
        topics.append(partition, task, new Fact.TaskUnreadable(place, Optional.of(task), named, topics.now()));
    }

    private void discard() {
        List<String> places = truth.bad.keySet().stream().sorted().toList();
        if (!places.isEmpty()) {
            String place = pick(places);
            truth.bad.remove(place);
            discarded.add(place);
        }
        deciders.lookForDiscarded(discarded);
    }

    private void service(String name, boolean mark) {
        service(name, references(), mark);
    }

    private void service(String name, Set<Reference> references, boolean mark) {
        Truth.ServiceLife life = truth.services.computeIfAbsent(name, ignored -> new Truth.ServiceLife());
        if (!life.deallocated) {
            life.references = references;
            life.marked |= mark;
        }
        int partition = Topics.ofService(name);
        topics.append(
                partition, name, new Fact.ServiceIs(name, references, mark, topics.next(partition), topics.now()));
    }

    /** One service takes over what another refers to, before that one drops it: there is no moment without. */
    private void handOver() {
        String from = pick(SERVICES);
        String to = pick(SERVICES);
        Truth.ServiceLife giver = truth.services.get(from);
        if (giver != null && !from.equals(to)) {
            service(to, giver.references, false);
            truth.look();
            service(from, Set.of(), random.nextBoolean());
        }
    }

    /**
     * A service drops everything while a task of it lives, and a network is to go. Sometimes the task's first record is
     * unreadable, and a good one follows.
     */
    private void drop() {
        String service = pick(SERVICES);
        Optional<String> bad = Optional.of("t" + names).filter(ignored -> random.nextBoolean());
        bad.ifPresentOrElse(task -> beginsBadly(task, service), () -> taskBegins(service));
        truth.look();
        if (truth.services.containsKey(service)) {
            service(service, Set.of(), false);
        }
        network(pick(NETWORKS), true);
        bad.ifPresent(task -> corrected(task, service));
    }

    private void beginsBadly(String task, String service) {
        names++;
        truth.begins(task, service);
        int partition = Topics.ofTask(task);
        Optional<String> named = Optional.of(service).filter(ignored -> random.nextBoolean());
        topics.append(
                partition,
                task,
                new Fact.TaskUnreadable(topics.next(partition), Optional.of(task), named, topics.now()));
    }

    private void corrected(String task, String service) {
        topics.append(Topics.ofTask(task), task, new Fact.TaskLives(task, service, topics.now()));
    }

    private Set<Reference> references() {
        Set<Reference> references = new HashSet<>();
        for (ResourceId network : NETWORKS) {
            if (random.nextInt(3) == 0) {
                references.add(new Reference(network, Reference.Policy.NONE));
            }
        }
        for (ResourceId volume : VOLUMES) {
            if (random.nextInt(3) == 0) {
                references.add(new Reference(
                        volume, random.nextInt(4) == 0 ? Reference.Policy.RETAIN : Reference.Policy.DELETE));
            }
        }
        return references;
    }

    private void network(ResourceId id, boolean mark) {
        Truth.ResourceLife life = truth.resources.computeIfAbsent(id, ignored -> new Truth.ResourceLife());
        life.marked |= mark;
        topics.append(
                Topics.NETWORKS, id.name(), new Fact.ResourceIs(id, Optional.of(mark), "", false, Optional.empty()));
    }

    private void volume(ResourceId id) {
        if (!truth.resources.containsKey(id)) {
            Truth.ResourceLife life = new Truth.ResourceLife();
            life.uid = "u" + names++;
            truth.resources.put(id, life);
            topics.append(
                    Topics.VOLUMES,
                    id.name(),
                    new Fact.ResourceIs(id, Optional.empty(), life.uid, false, Optional.empty()));
        }
    }

    /** The orchestrator deletes a record: most often of what was deallocated. */
    private void goes() {
        boolean unasked = random.nextInt(8) == 0;
        if (random.nextBoolean()) {
            String name = pick(SERVICES);
            Truth.ServiceLife life = truth.services.get(name);
            if (life != null && (life.deallocated || unasked)) {
                serviceGoes(name);
            }
        } else {
            ResourceId id = pick(NETWORKS);
            if (truth.resources.containsKey(id) && (deciders.isDeallocated(id) || unasked)) {
                truth.resources.remove(id);
                topics.append(Topics.NETWORKS, id.name(), new Fact.ResourceGone(id));
            }
        }
    }

    private void serviceGoes(String name) {
        truth.services.remove(name);
        topics.append(Topics.ofService(name), name, new Fact.ServiceGone(name, topics.now()));
    }

    /** volume-service says that a volume leaves, and removes it. */
    private void serveRemovals() {
        deciders.takeRemovals().forEach(removal -> {
            Truth.ResourceLife life = truth.resources.get(removal.id());
            if (life != null && removal.uid().equals(life.uid)) {
                topics.append(
                        Topics.VOLUMES,
                        removal.id().name(),
                        new Fact.ResourceIs(removal.id(), Optional.empty(), life.uid, true, Optional.empty()));
                truth.resources.remove(removal.id());
                topics.append(Topics.VOLUMES, removal.id().name(), new Fact.ResourceGone(removal.id()));
            }
        });
    }

    private void read() {
        int partition = random.nextInt(topics.partitions());
        if (topics.unread(partition) > 0) {
            deciders.apply(topics.read(partition, 1 + random.nextInt(topics.unread(partition))));
        }
    }

    /** For a minute nothing is written: everything is read, and what waits for holders is looked at again. */
    private void calm() {
        readAll();
        deciders.lookAgain();
        for (int i = 0; i < 10 && deciders.hasWork(); i++) {
            deciders.decide(random, random.nextBoolean());
        }
    }

    private void readAll() {
        for (int i = 0; i < topics.partitions(); i++) {
            deciders.apply(topics.read(i, topics.unread(i)));
        }
    }

    private <T> T pick(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    /**
     * The orchestrator deletes what is deallocated and marks the rest, every task ends, every record is read: then
     * everything that may go has gone.
     */
    private void end() {
        List.copyOf(truth.services.keySet()).forEach(name -> {
            if (truth.services.get(name).deallocated) {
                serviceGoes(name);
            } else {
                service(name, true);
            }
        });
        NETWORKS.stream().filter(truth.resources::containsKey).forEach(id -> network(id, true));
        for (Optional<String> task = anyTask(); task.isPresent(); task = anyTask()) {
            taskEnds(task.get());
        }
        readAll();
        deciders.lookForDiscarded(discarded);
        deciders.look();
        deciders.lookAgain();
        for (int i = 0; i < 1_000 && deciders.hasWork(); i++) {
            deciders.decide(random, true);
        }
        assertThat(deciders.hasWork()).as("seed %d has work left", seed).isFalse();
        truth.services.forEach((name, life) -> assertThat(life.deallocated)
                .as("seed %d deallocates service %s", seed, name)
                .isTrue());
        NETWORKS.stream().filter(truth.resources::containsKey).forEach(id -> assertThat(deciders.isDeallocated(id))
                .as("seed %d deallocates %s", seed, id)
                .isTrue());
        VOLUMES.stream()
                .filter(truth.resources::containsKey)
                .filter(deciders::mayGo)
                .forEach(id -> assertThat(deciders.isDeallocated(id))
                        .as("seed %d removes %s", seed, id)
                        .isTrue());
    }
}
