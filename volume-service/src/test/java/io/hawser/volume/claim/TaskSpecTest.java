package io.hawser.volume.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.Task;
import io.hawser.v1.TaskDesiredState;
import io.hawser.v1.TaskMount;
import io.hawser.v1.TaskState;
import io.hawser.volume.id.TargetId;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TaskSpecTest {
    private static final Task PLACED =
            Task.newBuilder().setName("t").setNode("n1").build();

    @Test
    @DisplayName("A task gets volumes once it has a node, and until it is to end, has ended or is gone")
    void whenItGetsVolumes() {
        assertThat(wants(PLACED.toBuilder())).isTrue();
        assertThat(wants(PLACED.toBuilder().clearNode())).isFalse();
        assertThat(wants(PLACED.toBuilder().setDesired(TaskDesiredState.TASK_DESIRED_STATE_SHUTDOWN)))
                .isFalse();
        assertThat(wants(PLACED.toBuilder().setObserved(TaskState.TASK_STATE_COMPLETE)))
                .isFalse();
        assertThat(new TaskSpec(PLACED, true).wants()).isFalse();
    }

    @Test
    @DisplayName("A mount with other flags is another mount for the node; without flags it is called as ever")
    void targetIds() {
        TaskMount mount =
                TaskMount.newBuilder().setSource("v").setTarget("/data").build();
        TargetId plain = TaskSpec.targetId(PLACED, mount);
        TargetId first = TaskSpec.targetId(
                PLACED, mount.toBuilder().addMountFlags("noatime").build());
        TargetId second = TaskSpec.targetId(
                PLACED, mount.toBuilder().addMountFlags("nodev").build());

        assertThat(plain).isEqualTo(new TargetId("t.548c983a0ac1"));
        assertThat(Set.of(plain, first, second)).hasSize(3);
    }

    private static boolean wants(Task.Builder task) {
        return new TaskSpec(task.build(), false).wants();
    }
}
