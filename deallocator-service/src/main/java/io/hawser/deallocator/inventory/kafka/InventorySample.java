package io.hawser.deallocator.inventory.kafka;

import com.google.protobuf.Message;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.intake.SampleStep;
import io.hawser.v1.Network;
import io.hawser.v1.Service;
import io.hawser.v1.ServiceVolume;
import io.hawser.v1.Task;
import io.hawser.v1.TaskState;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumePolicy;
import java.util.List;

/**
 * Sample records: one service with a task, a network and a volume, all of one name, marked for deletion while the task
 * lives, then removed.
 */
record InventorySample(String name) {
    static List<SampleStep> steps(String name) {
        return new InventorySample(name).steps();
    }

    private List<SampleStep> steps() {
        return List.of(
                says(HawserTopic.NETWORKS, network(false)),
                says(HawserTopic.SERVICES, service(false)),
                says(HawserTopic.VOLUMES, volume("1")),
                // Another volume of that name.
                says(HawserTopic.VOLUMES, volume("2")),
                says(HawserTopic.TASKS, task(TaskState.TASK_STATE_RUNNING)),
                says(HawserTopic.NETWORKS, network(true)),
                says(HawserTopic.SERVICES, service(true)),
                // The mark stays set, and an event says so.
                says(HawserTopic.SERVICES, service(false)),
                says(HawserTopic.NETWORKS, network(false)),
                // The end of the service's last task makes its deletion due.
                says(HawserTopic.TASKS, task(TaskState.TASK_STATE_COMPLETE)),
                says(HawserTopic.TASKS, task(TaskState.TASK_STATE_RUNNING)),
                new SampleStep.Gone(HawserTopic.TASKS, name),
                new SampleStep.Gone(HawserTopic.SERVICES, name),
                new SampleStep.Gone(HawserTopic.NETWORKS, name),
                new SampleStep.Gone(HawserTopic.VOLUMES, name));
    }

    private SampleStep says(HawserTopic topic, Message message) {
        return new SampleStep.Says(
                topic, name, name + "-" + message.getDescriptorForType().getName(), message);
    }

    private Network network(boolean pendingDelete) {
        return Network.newBuilder()
                .setName(name)
                .setPendingDelete(pendingDelete)
                .build();
    }

    private Volume volume(String uid) {
        return Volume.newBuilder().setName(name).setUid(uid).setRevision(1).build();
    }

    private Service service(boolean pendingDelete) {
        return Service.newBuilder()
                .setName(name)
                .addNetworks(name)
                .addVolumes(ServiceVolume.newBuilder().setName(name).setPolicy(VolumePolicy.VOLUME_POLICY_DELETE))
                .setPendingDelete(pendingDelete)
                .build();
    }

    private Task task(TaskState observed) {
        return Task.newBuilder()
                .setName(name)
                .setService(name)
                .setNode(name)
                .setObserved(observed)
                .build();
    }
}
