package io.hawser.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import io.hawser.v1.TaskState;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TaskRulesTest {
    @Test
    @DisplayName("A task's record is judged field by field")
    void aTasksRecordIsJudgedFieldByField() {
        Task sound = Task.newBuilder()
                .setName("t")
                .addMounts(TaskMount.newBuilder().setSource("group:g").setTarget("/a"))
                .build();
        assertThat(TaskRules.check(sound)).isEmpty();
        assertThat(TaskRules.check(sound.toBuilder().setName("../t").build())
                        .orElseThrow()
                        .field())
                .isEqualTo("name");
        assertThat(TaskRules.check(sound.toBuilder().setNode("n/1").build())
                        .orElseThrow()
                        .field())
                .isEqualTo("node");
        assertThat(TaskRules.check(
                                sound.toBuilder().addMounts(sound.getMounts(0)).build())
                        .orElseThrow()
                        .field())
                .isEqualTo("mounts[1].target");
        assertThat(TaskRules.check(sound.toBuilder()
                        .setMounts(0, sound.getMounts(0).toBuilder().setTarget("/a\0b"))
                        .build()))
                .map(Fault::field)
                .contains("mounts[0].target");
        assertThat(TaskRules.check(sound.toBuilder()
                        .setMounts(
                                0,
                                sound.getMounts(0).toBuilder()
                                        .addMountFlags("ro")
                                        .addMountFlags("password=x"))
                        .build()))
                .map(Fault::field)
                .contains("mounts[0].mount_flags[1]");
        assertThat(TaskRules.check(sound.toBuilder()
                                .setMounts(
                                        0,
                                        TaskMount.newBuilder()
                                                .setSource("group:")
                                                .setTarget("/a"))
                                .build())
                        .orElseThrow()
                        .field())
                .isEqualTo("mounts[0].source");
    }

    @Test
    @DisplayName("A task whose container starts or runs is on a node; before that and after its end it may be on none")
    void aTaskThatRunsIsOnANode() {
        Set<TaskState> onANode = Set.of(TaskState.TASK_STATE_STARTING, TaskState.TASK_STATE_RUNNING);
        for (TaskState state : TaskState.values()) {
            if (state == TaskState.UNRECOGNIZED) {
                continue;
            }
            Task.Builder task = Task.newBuilder().setName("t").setObserved(state);
            assertThat(TaskRules.check(task.build()))
                    .as(state.name())
                    .isEqualTo(
                            onANode.contains(state)
                                    ? Optional.of(new Fault(
                                            "node", "it is empty, and a container that starts or runs is on a node"))
                                    : Optional.empty());
            assertThat(TaskRules.check(task.setNode("n1").build())).isEmpty();
        }
    }

    @Test
    @DisplayName("A task's service is none, or is called as deallocator-service takes it")
    void aTasksServiceIsCalledAsDeallocatorServiceTakesIt() {
        Task.Builder task = Task.newBuilder().setName("t");
        String[] sound = {"", "w", "web", "Web_1.a-b", "a".repeat(128)};
        String[] unsound = {"/", "a/b", "..", "../up", "a..b", "-a", "a-", ".a", "a b", "ä", "a\0", "a".repeat(129)};
        for (String service : sound) {
            assertThat(TaskRules.check(task.setService(service).build()))
                    .as(service)
                    .isEmpty();
        }
        for (String service : unsound) {
            assertThat(TaskRules.check(task.setService(service).build()).map(Fault::field))
                    .as(service)
                    .contains("service");
        }
    }

    @Test
    @DisplayName("A task has at most 256 mounts, whose targets are absolute paths of at most 1024 bytes")
    void aTasksMountsAreBounded() {
        Task.Builder task = Task.newBuilder().setName("t");
        for (int i = 0; i < 256; i++) {
            task.addMounts(TaskMount.newBuilder().setSource("v").setTarget("/" + i));
        }
        assertThat(TaskRules.check(task.build())).isEmpty();
        assertThat(TaskRules.check(target(task, "/" + "x".repeat(1023)))).isEmpty();
        assertThat(TaskRules.check(target(task, "\0")).map(Fault::message)).contains("it holds a NUL character");
        assertThat(TaskRules.check(target(task, "data")).map(Fault::message))
                .contains("it is no absolute path: it begins without /");
        assertThat(TaskRules.check(task.clone()
                        .addMounts(TaskMount.newBuilder().setSource("v").setTarget("/more"))
                        .build()))
                .map(Fault::field)
                .contains("mounts");
        assertThat(TaskRules.check(
                        task.setMounts(3, TaskMount.newBuilder().setSource("v").setTarget("/" + "é".repeat(512)))
                                .build()))
                .map(Fault::field)
                .contains("mounts[3].target");
    }

    private static Task target(Task.Builder task, String target) {
        return task.clone()
                .setMounts(3, TaskMount.newBuilder().setSource("v").setTarget(target))
                .build();
    }
}
