package io.hawser.conformance.run;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.look.Look;
import io.hawser.conformance.scenario.Plan;
import io.hawser.v1.Deallocation;
import io.hawser.v1.Network;
import io.hawser.v1.Service;
import io.hawser.v1.ServiceVolume;
import io.hawser.v1.VolumePolicy;
import java.time.Duration;

/** The service of a run, its network, and the volume that is removed with it. */
final class Deletions {
    private final Plan plan;
    private final Stage stage;
    private final Inventory inventory;
    private final Duration atMost;
    private boolean marked;

    Deletions(Plan plan, Stage stage, Inventory inventory, Duration atMost) {
        this.plan = plan;
        this.stage = stage;
        this.inventory = inventory;
        this.atMost = atMost;
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
        Service.Builder service = Service.newBuilder()
                .setName(plan.service())
                .addNetworks(plan.network())
                .setPendingDelete(pending);
        plan.owned()
                .ifPresent(volume -> service.addVolumes(
                        ServiceVolume.newBuilder().setName(volume).setPolicy(VolumePolicy.VOLUME_POLICY_DELETE)));
        inventory.write(HawserTopic.SERVICES, plan.service(), service.build());
    }

    void awaitDeallocated() {
        await("service/" + plan.service());
        await("network/" + plan.network());
    }

    private void await(String resource) {
        stage.await(resource + " to be deallocated", atMost, () -> stage.topics()
                .of(HawserTopic.DEALLOCATIONS, resource, Deallocation.class)
                .<Look<Boolean>>map(word -> new Look.Ready<>(true))
                .orElseGet(() -> new Look.NotYet<>("no word of deallocator-service")));
    }

    /** The orchestrator deletes its records after the deallocation. */
    void forget() {
        inventory.tombstone(HawserTopic.SERVICES, plan.service());
        inventory.tombstone(HawserTopic.NETWORKS, plan.network());
    }
}
