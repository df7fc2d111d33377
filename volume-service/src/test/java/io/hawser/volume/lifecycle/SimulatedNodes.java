package io.hawser.volume.lifecycle;

/** What the nodes do, and what people do on them. */
final class SimulatedNodes {
    private final SimulatedWorld world;
    private final SimulatedIntake intake;

    SimulatedNodes(SimulatedWorld world, SimulatedIntake intake) {
        this.world = world;
        this.intake = intake;
    }

    /** A node reads an assignment, mounts or unmounts, or reports what it has; a fenced one does nothing. */
    void oneActs() {
        SimulatedNode node = world.anyNode();
        if (node.fenced) {
            return;
        }
        if (node.hasUnseen() && world.random.nextBoolean()) {
            node.reads();
        }
        boolean silent = world.random.nextInt(4) == 0;
        if (world.random.nextBoolean()) {
            node.mounts();
        } else if (mayMountLate(node) && world.random.nextInt(8) == 0) {
            node.mountsLate();
            silent = false;
        }
        if (!silent) {
            reports(node);
        }
    }

    /** Nothing keeps a late mount from a node that may be detached, or a mount elsewhere from a late one. */
    private boolean mayMountLate(SimulatedNode node) {
        return node.hasLetGo()
                && world.inFlight.isEmpty()
                && world.publication(node.name).filter(Publication::announced).isPresent()
                && world.nodes.values().stream()
                        .allMatch(other -> other == node || other.listed().isEmpty());
    }

    void allComeToRest() {
        world.nodes.values().stream().filter(node -> !node.fenced).forEach(node -> {
            if (node.hasUnseen()) {
                node.reads();
            }
            node.mounts();
            reports(node);
        });
    }

    private void reports(SimulatedNode node) {
        boolean assigned =
                world.publication(node.name).filter(Publication::announced).isPresent();
        if ((assigned || node.late) && node.generation > 0) {
            intake.says(node.name, node.says());
        }
    }

    /** A person unmounts on every node whose plugin is gone, and says so. */
    void byHand(boolean unmounted) {
        world.nodes.values().stream().filter(node -> node.stuck).forEach(node -> world.publication(node.name)
                .filter(publication ->
                        publication.unconfirmed() || publication.state() == Publication.State.PENDING_NODE_UNPUBLISH)
                .ifPresent(leaving -> {
                    if (unmounted) {
                        node.mounted.clear();
                    }
                    if (!leaving.forget().asked()) {
                        world.store(leaving.forgetting("forget"));
                    }
                }));
    }

    /** A person detaches at the storage system what the plugin has failed to detach, and says so. */
    void detachedByHand(SimulatedNode node) {
        world.publication(node.name)
                .filter(leaving -> leaving.state() == Publication.State.PENDING_UNPUBLISH
                        && leaving.retry().attempt() > 0
                        && !leaving.forget().isDetached()
                        && (node.fenced || node.mounted.isEmpty()))
                .ifPresent(leaving -> {
                    world.plugin.act(new Operation.Unpublish(node.name), false);
                    world.store(leaving.detachedByHand(world.asks()));
                });
    }

    /** From here on every node comes back, or is removed for good. */
    void settle() {
        world.nodes.values().forEach(node -> {
            node.csiIdKnown = true;
            node.off = world.random.nextInt(4) == 0;
            node.removed = node.fenced && world.random.nextBoolean();
            node.fenced = node.removed;
        });
    }
}
