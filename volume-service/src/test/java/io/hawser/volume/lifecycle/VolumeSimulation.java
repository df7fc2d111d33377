package io.hawser.volume.lifecycle;

import io.hawser.volume.id.NodeName;
import java.time.Duration;
import java.util.Random;

/**
 * One volume, of any scope and sharing, a plugin, three nodes and the tasks on them, driven by a seed: calls end in all
 * ways with and without effect, processes die between intent, call and ending, reports come late and again, nodes are
 * fenced, removed and come back, their ids come late, the plugin changes what it can do, is not known for a while, or
 * is gone for good, operators unmount and detach by hand, removals come while tasks run and wait for what is not read
 * yet, the clock steps back, and the database does. Checks the named invariants after every event.
 */
final class VolumeSimulation {
    private final SimulatedWorld world;
    private final Random random;
    private final VolumeInvariants invariants;
    private final SimulatedService service;
    private final SimulatedTasks tasks;
    private final SimulatedIntake intake;
    private final SimulatedNodes nodes;
    private final SimulatedRestores restores;
    private boolean calm;

    VolumeSimulation(long seed) {
        world = new SimulatedWorld(seed);
        random = world.random;
        invariants = new VolumeInvariants(world);
        service = new SimulatedService(world, invariants);
        tasks = new SimulatedTasks(world);
        intake = new SimulatedIntake(world, invariants);
        nodes = new SimulatedNodes(world, intake);
        restores = new SimulatedRestores(world, intake, invariants);
    }

    /** After the storm nothing more happens for a while: then a task that wants the volume has it. */
    VolumeSimulation calm() {
        calm = true;
        return this;
    }

    /** @return whether everything came to rest after the storm */
    boolean run(int events) {
        for (int i = 0; i < events && world.volume.isPresent(); i++) {
            world.now = world.now.plusMillis(random.nextInt(400));
            event();
            invariants.holdAfterAnEvent();
        }
        return settle();
    }

    private void event() {
        switch (random.nextInt(12)) {
            case 0, 1 -> tasks.comes();
            case 2 -> taskEndsOrMoves();
            case 3, 4 -> nodes.oneActs();
            case 5 -> nodeTrouble();
            case 6 ->
                world.now = random.nextInt(8) == 0
                        ? world.now.minusSeconds(random.nextInt(3600))
                        : world.now.plusSeconds(random.nextInt(30));
            case 10 -> surroundings();
            case 11 -> removalOrRestore();
            case 7, 8 -> service.callEnds();
            default -> service.decide();
        }
        if (random.nextInt(4) > 0) {
            service.decide();
        }
        if (random.nextBoolean()) {
            tasks.waitingDecided();
        }
    }

    private boolean isWithoutAssignment(NodeName node) {
        return world.volume
                .flatMap(v -> world.publication(node))
                .filter(Publication::announced)
                .isEmpty();
    }

    private void taskEndsOrMoves() {
        if (random.nextInt(4) == 0) {
            tasks.moves();
        } else {
            tasks.ends();
        }
    }

    private void nodeTrouble() {
        if (random.nextInt(4) == 0) {
            restores.recordsAreLost();
            tasks.allDecided();
        } else if (random.nextInt(3) == 0) {
            intake.answersAll();
        } else {
            world.anyNode().fencedOrNot(random);
        }
    }

    /** What the facts say of the plugin and the nodes changes; a person does something by hand. */
    private void surroundings() {
        SimulatedNode node = world.anyNode();
        switch (random.nextInt(10)) {
            case 0 -> node.csiIdKnown = true;
            case 1 -> world.plugin.changes(random, world.nodes.keySet());
            case 2 -> world.plugin.comesBack();
            case 3 -> node.stuck = random.nextInt(4) == 0;
            case 4 -> node.stuck = false;
            case 6 -> world.plugin.unknown = true;
            case 7 -> world.plugin.unknown = false;
            case 8 -> attachUnrecorded(node);
            case 9 -> nodes.detachedByHand(node);
            default -> nodes.byHand(random.nextBoolean());
        }
    }

    /**
     * Only where the volume is neither attached nor mounted, nor on its way there. A node that is removed before its id
     * is known again has an attachment that only a person can find.
     */
    private void attachUnrecorded(SimulatedNode node) {
        if (node.csiIdKnown
                && world.inFlight.isEmpty()
                && world.publication(node.name).isEmpty()
                && node.mounted.isEmpty()) {
            world.plugin.attachesUnrecorded(node.name);
        }
    }

    private void removalOrRestore() {
        if (random.nextInt(20) == 0) {
            world.remove(random.nextInt(3) == 0);
        } else if (!restores.hasBackup()) {
            restores.backUp();
        } else if (random.nextInt(3) == 0) {
            restores.restore().ifPresent(changed -> {
                tasks.decided(changed);
                service.decide();
            });
        }
    }

    /**
     * Everything that can go well goes well from here: all tasks end, nodes come back or are removed for good, a person
     * unmounts where the plugin is gone, the volume is removed. Once in a while the controller plugin never comes back:
     * then with force.
     */
    private boolean settle() {
        // Before it has an id, a volume that a node has mounted waits for the plugin, also with force.
        boolean pluginGone = random.nextInt(6) == 0
                && (world.volume.filter(v -> v.provision().created()).isPresent()
                        || world.unexplained.isEmpty()
                                && world.nodes.keySet().stream().allMatch(this::isWithoutAssignment));
        boolean force = pluginGone || random.nextInt(4) == 0;
        world.plugin.facts = Scenes.plugin(pluginGone ? "" : "unix:///p.sock", true, true, 99);
        world.plugin.unknown = pluginGone && random.nextBoolean();
        nodes.settle();
        if (calm && !pluginGone) {
            aTaskIsGranted();
        }
        world.remove(force);
        for (int i = 0; i < 2000 && world.volume.isPresent(); i++) {
            world.now = world.now.plusSeconds(61);
            tasks.allEnd();
            service.callSettles(pluginGone);
            service.decide();
            if (world.volume.isPresent()) {
                intake.answersAll();
                nodes.byHand(true);
                nodes.allComeToRest();
            }
        }
        invariants.nothingIsLeft(service.keptTheStorage(), service.removedByForce());
        return true;
    }

    /** Of a present node. Where a plugin hangs, the others may wait for a person. */
    private void aTaskIsGranted() {
        // Pauses may have begun before the clock stepped back.
        world.now = world.now.plus(Duration.ofDays(1));
        for (int i = 0; i < 40 && isWanted() && !invariants.isGranted(); i++) {
            world.now = world.now.plusSeconds(61);
            tasks.allDecided();
            service.callSettles(false);
            service.decide();
            if (world.volume.isPresent()) {
                intake.answersAll();
                nodes.allComeToRest();
                invariants.holdAfterAnEvent();
            }
        }
        invariants.isGrantedIf(isWanted());
    }

    private boolean isWanted() {
        return world.volume.filter(volume -> volume.removal().isEmpty()).isPresent()
                && world.nodes.values().stream().noneMatch(node -> node.stuck)
                && world.tasks.values().stream()
                        .map(task -> world.nodes.get(task.node()))
                        .anyMatch(node -> !node.removed && !node.fenced);
    }
}
