package io.hawser.conformance.run;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.look.Look;
import io.hawser.conformance.scenario.Plan;
import io.hawser.v1.Deallocation;
import io.hawser.v1.Network;
import io.hawser.v1.Service;
import io.hawser.v1.ServiceVolume;
import io.hawser.v1.VolumePolicy;
import java.util.List;

/** The two services of a run, the network that they share, and the volume that is removed with the last of them. */
final class Deletions {
    private final Plan plan;
    private final RunContext context;
    private final Inventory inventory;
    private boolean marked;

    Deletions(Plan plan, RunContext context, Inventory inventory) {
        this.plan = plan;
        this.context = context;
        this.inventory = inventory;
    }

    void introduce() {
        write(false);
    }

    void mark() {
        marked = true;
        write(true);
    }

    void markIfNotYet() {
        if (!marked) {
            mark();
        }
    }

    private void write(boolean pending) {
        inventory.write(
                HawserTopic.NETWORKS,
                plan.network(),
                Network.newBuilder()
                        .setName(plan.network())
                        .setPendingDelete(pending)
                        .build());
        for (String name : services()) {
            Service.Builder service = Service.newBuilder()
                    .setName(name)
                    .addNetworks(plan.network())
                    .setPendingDelete(pending);
            plan.owned()
                    .ifPresent(volume -> service.addVolumes(
                            ServiceVolume.newBuilder().setName(volume).setPolicy(VolumePolicy.VOLUME_POLICY_DELETE)));
            inventory.write(HawserTopic.SERVICES, name, service.build());
        }
    }

    private List<String> services() {
        return List.of(plan.service(), plan.neighbour());
    }

    void awaitDeallocated() {
        services().forEach(service -> await("service/" + service));
        await("network/" + plan.network());
    }

    private void await(String resource) {
        context.await(
                resource + " to be deallocated",
                () -> Look.of(
                        context.tap().last(HawserTopic.DEALLOCATIONS, resource, Deallocation.class),
                        () -> "deallocator-service has not written it"));
    }

    /** The orchestrator deletes its records after the deallocation. */
    void forget() {
        services().forEach(service -> inventory.tombstone(HawserTopic.SERVICES, service));
        inventory.tombstone(HawserTopic.NETWORKS, plan.network());
    }
}
