package io.hawser.cli.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.rest.ProtoJson;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.testkit.shared.SharedBroker;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Granted;
import io.hawser.v1.MountReleasing;
import io.hawser.v1.Mounted;
import io.hawser.v1.Rejected;
import io.hawser.v1.Service;
import io.hawser.v1.Task;
import io.hawser.v1.TaskState;
import io.hawser.v1.TaskVolume;
import io.hawser.v1.TaskVolumes;
import io.hawser.v1.Waiting;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code task} writes, and what it waits for. */
class TaskCommandsIT extends CommandLineFixture {
    @Test
    @DisplayName("a task that names an unknown node, service or volume is refused, and nothing is written")
    void whatIsUnknownIsSaidImmediately() {
        // When
        List<Integer> exits = List.of(
                hawser("task", "start", "t9", "--node", "ghost-node"),
                hawser("task", "start", "t9", "--node", "n1", "--service", "ghost-service"),
                hawser("task", "start", "t9", "--node", "n1", "--mount", "ghost-volume:/data"),
                hawser("service", "create", "s9", "--network", "ghost-network"));

        // Then
        assertThat(exits).containsOnly(1);
        assertThat(err.toString())
                .contains("no node is called ghost-node")
                .contains("no service is called ghost-service")
                .contains("no volume is called ghost-volume")
                .contains("no network is called ghost-network");
        assertThat(reader().last(HawserTopic.TASKS, "t9", Task.getDefaultInstance()))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"asked,       is marked for deletion", "deallocated, is deallocated"})
    @DisplayName("No task is started for a service that is on its way out, unless --unchecked says so; no service names"
            + " such a network")
    void whatIsOnItsWayOutIsSaid(String state, String said) {
        // Given
        String name = "out-" + state;
        String page = "{\"name\":\"" + name + "\",\"deletion\":{\"state\":\"" + state + "\"}}";
        services.answer("/v1/services/" + name, page).answer("/v1/networks/" + name, page);

        // When
        int task = hawser("task", "start", name, "--node", "n1", "--service", name, "--no-wait");
        int service = hawser("service", "create", name, "--network", name, "--no-wait");

        // Then
        assertThat(List.of(task, service)).containsOnly(1);
        assertThat(err.toString().lines())
                .containsExactly(
                        "hawser: nothing is written, because service " + name + " " + said
                                + ", and its volumes of policy DELETE go with it; --unchecked writes it all the same",
                        "hawser: nothing is written, because network " + name + " " + said
                                + "; --unchecked writes it all the same");
        assertThat(reader().last(HawserTopic.TASKS, name, Task.getDefaultInstance()))
                .isEmpty();
        assertThat(reader().last(HawserTopic.SERVICES, name, Service.getDefaultInstance()))
                .isEmpty();

        // When
        int unchecked = hawser("task", "start", name, "--node", "n1", "--service", name, "--no-wait", "--unchecked");
        int uncheckedService = hawser("service", "create", name, "--network", name, "--no-wait", "--unchecked");

        // Then
        assertThat(List.of(unchecked, uncheckedService)).containsOnly(0);
        assertThat(lastTask(name).getService()).isEqualTo(name);
    }

    @Test
    @DisplayName("If the broker fails after the end of the first task, it says that this one is written")
    void whatIsWrittenIsSaid() {
        // Given
        hawser("task", "start", "t17", "--node", "n1", "--no-wait");
        tooLarge(
                HawserTopic.TASKS,
                "t18",
                Task.newBuilder().setName("t18").setService(TOO_LARGE).build());

        // When
        int exit = hawser("task", "stop", "t17", "t18", "t17", "--no-wait");

        // Then
        assertThat(exit).isEqualTo(4);
        assertThat(err.toString())
                .startsWith("hawser: the records of task t17 are written, and stay valid; that of task t18 failed, and"
                        + " none follows\nhawser: cannot write to ");
        assertThat(lastTask("t17").getObserved()).isEqualTo(TaskState.TASK_STATE_COMPLETE);
    }

    @Test
    void aTaskRunsOnlyWhenItsMountsAreThere() {
        // Given
        services.answers(
                "/v1/tasks/t1",
                "",
                ProtoJson.print(task(
                        "t1",
                        TaskVolume.newBuilder().setMounted(Mounted.newBuilder().setPath("/mnt/t1")))));

        // When
        int exit = hawser("task", "start", "t1", "--node", "n1", "--mount", "v1:/data", "--service", "s1");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString()).contains("/mnt/t1");
        assertThat(lastTask("t1").getObserved()).isEqualTo(TaskState.TASK_STATE_RUNNING);
    }

    @Test
    @DisplayName("The mounts of an earlier task of this name are not taken for those of a new one")
    void anEarlierTasksMounts() {
        // Given
        services.answer(
                "/v1/tasks/t11",
                task(
                        "t11",
                        TaskVolume.newBuilder().setMounted(Mounted.newBuilder().setPath("/mnt/t11"))));

        // When
        int exit = hawser("task", "start", "t11", "--node", "n1", "--mount", "v1:/data");

        // Then
        assertThat(exit).isEqualTo(1);
        assertThat(err.toString()).contains("an earlier task t11 still has mounts");
        assertThat(reader().last(HawserTopic.TASKS, "t11", Task.getDefaultInstance()))
                .isEmpty();
    }

    @Test
    void aTaskThatWaitsSaysWhyAndStaysPending() {
        // Given
        services.answers(
                "/v1/tasks/t2",
                "",
                ProtoJson.print(task(
                        "t2",
                        TaskVolume.newBuilder().setWaiting(Waiting.newBuilder().setMessage("in use on n1")))));

        // When
        int exit = hawser("task", "start", "t2", "--node", "n2", "--mount", "v1:/data", "--timeout", "1");

        // Then
        assertThat(exit).isEqualTo(3);
        assertThat(err.toString()).contains("in use on n1").contains("./hawser task stop t2");
        assertThat(lastTask("t2").getObserved()).isEqualTo(TaskState.TASK_STATE_PENDING);
    }

    @Test
    void aTaskThatIsRejectedEndsAtOnceWithReasonAndField() {
        // Given
        services.answer(
                "/v1/commands/",
                CommandResult.newBuilder()
                        .setRejected(Rejected.newBuilder()
                                .setMessage("it is empty, or stands twice")
                                .setField("mounts[1].target"))
                        .build());

        // When
        int exit = hawser("task", "start", "t6", "--node", "n1", "--mount", "v1:/data", "--mount", "v2:/more");

        // Then
        assertThat(exit).isEqualTo(1);
        assertThat(err.toString())
                .contains("stands twice")
                .contains("mounts[1].target")
                .contains("./hawser task stop t6 --forget");
        assertThat(lastTask("t6").getObserved()).isEqualTo(TaskState.TASK_STATE_PENDING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"shown no more", "releasing", "mounted"})
    @DisplayName("A task that somebody stops while its mounts are awaited stays ended, and its start is refused")
    void stoppedMeanwhile(String page) {
        // Given
        String name = "stopped-" + page.replace(' ', '-');
        services.answers(
                "/v1/tasks/" + name,
                "",
                ProtoJson.print(task(
                        name,
                        TaskVolume.newBuilder().setWaiting(Waiting.newBuilder().setMessage("in use on n1")))));
        CompletableFuture<Integer> exit = CompletableFuture.supplyAsync(
                () -> hawser("task", "start", name, "--node", "n2", "--mount", "v1:/data", "--timeout", "40"));
        await().untilAsserted(() -> assertThat(err.toString()).contains("in use on n1"));

        // When
        int stopped = hawser("task", "stop", name, "--no-wait");
        services.answer(
                "/v1/tasks/" + name,
                switch (page) {
                    case "releasing" ->
                        ProtoJson.print(
                                task(name, TaskVolume.newBuilder().setReleasing(MountReleasing.getDefaultInstance())));
                    case "mounted" ->
                        ProtoJson.print(task(
                                name,
                                TaskVolume.newBuilder()
                                        .setMounted(Mounted.newBuilder().setPath("/mnt"))));
                    default -> "";
                });

        // Then
        assertThat(stopped).as(err.toString()).isZero();
        assertThat(exit).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(1);
        assertThat(err.toString())
                .contains("task " + name + " was ended or changed by another writer")
                .doesNotContain("keeps waiting");
        assertThat(lastTask(name).getObserved()).isEqualTo(TaskState.TASK_STATE_COMPLETE);
    }

    @Test
    void stoppingATaskWritesItsWholeRecordAgain() {
        // Given
        hawser("task", "start", "t3", "--node", "n1", "--mount", "v1:/data", "--service", "s1", "--no-wait");
        services.answers(
                "/v1/tasks/t3",
                ProtoJson.print(task("t3", TaskVolume.newBuilder().setGranted(Granted.getDefaultInstance()))),
                ProtoJson.print(task("t3", TaskVolume.newBuilder().setReleasing(MountReleasing.getDefaultInstance()))));

        // When
        int exit = hawser("task", "stop", "t3");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(services.isSaid("/v1/tasks/t3")).isTrue();
        assertThat(lastTask("t3").getObserved()).isEqualTo(TaskState.TASK_STATE_COMPLETE);
        assertThat(lastTask("t3").getService()).isEqualTo("s1");
        assertThat(lastTask("t3").getNode()).isEqualTo("n1");
        assertThat(lastTask("t3").getMountsList()).isEmpty();
    }

    @Test
    @DisplayName("An end that is rejected is no success: the task keeps its mounts")
    void aRejectedEnd() {
        // Given
        hawser("task", "start", "t12", "--node", "n1", "--mount", "v1:/data", "--no-wait");
        services.answer("/v1/tasks/t12", task("t12", TaskVolume.newBuilder().setGranted(Granted.getDefaultInstance())));
        String placed = eventId(HawserTopic.TASKS, Task.getDefaultInstance(), "t12", "");
        CompletableFuture<Integer> exit = CompletableFuture.supplyAsync(() -> hawser("task", "stop", "t12"));

        // When
        reject(eventId(HawserTopic.TASKS, Task.getDefaultInstance(), "t12", placed), "known from partition 3", "key");

        // Then
        assertThat(exit).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(1);
        assertThat(err.toString()).contains("rejected: known from partition 3 (field key)");
        assertThat(out.toString()).doesNotContain("t12 ended");
    }

    @Test
    @DisplayName("The end of a task without mounts is said to be written: no page shows that it was read")
    void anEndThatNobodySees() {
        // Given
        hawser("task", "start", "t14", "--node", "n1", "--no-wait");
        services.answer("/v1/tasks/t14", "{\"task\":\"t14\"}");
        String placed = eventId(HawserTopic.TASKS, Task.getDefaultInstance(), "t14", "");

        // When
        int exit = hawser("task", "stop", "t14");

        // Then
        String id = eventId(HawserTopic.TASKS, Task.getDefaultInstance(), "t14", placed);
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString())
                .contains("the end of task t14 is written; `")
                .contains("./hawser command " + id + "` says whether it was rejected")
                .doesNotContain("t14 ended");
    }

    @Test
    @DisplayName("A task that is shown no more, because its orchestrator deleted its record meanwhile, has ended")
    void deletedMeanwhile() {
        // Given
        hawser("task", "start", "t15", "--node", "n1", "--mount", "v1:/data", "--no-wait");
        services.answers(
                "/v1/tasks/t15",
                ProtoJson.print(task("t15", TaskVolume.newBuilder().setGranted(Granted.getDefaultInstance()))),
                "");

        // When
        int exit = hawser("task", "stop", "t15");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString()).contains("task t15 ended");
    }

    @Test
    @DisplayName("A task without mounts is forgotten when it is shown no more")
    void forgottenWithoutMounts() {
        // Given
        hawser("task", "start", "t16", "--node", "n1", "--no-wait");
        services.answers("/v1/tasks/t16", "{\"task\":\"t16\"}", "{\"task\":\"t16\"}", "");

        // When
        int exit = hawser("task", "stop", "t16", "--forget");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(services.isSaid("/v1/tasks/t16")).isTrue();
    }

    @Test
    @DisplayName("A task whose record shows no mounts has a command beside it that says whether it was rejected")
    void whyATaskHasNoMounts() {
        // Given
        hawser("task", "start", "t13", "--node", "n1", "--mount", "v1:/data", "--no-wait");
        services.answer("/v1/tasks", "{\"items\":[]}");
        String id = eventId(HawserTopic.TASKS, Task.getDefaultInstance(), "t13", "");
        reject(id, "it is given twice", "mounts[0].target");

        // When
        int listed = hawser("task", "list", "t13");
        int shown = hawser("task", "status", "t13");
        int explained = hawser("command", id);

        // Then
        assertThat(List.of(listed, shown, explained)).containsExactly(0, 0, 1);
        assertThat(out.toString())
                .contains("./hawser task status t13`)")
                .contains("./hawser command " + id + "`)")
                .contains("rejected: it is given twice (field mounts[0].target)");
    }

    @Test
    void aForgottenTaskHasNoRecord() {
        // Given
        hawser("task", "start", "t4", "--node", "n1", "--no-wait");

        // When
        hawser("task", "stop", "t4", "--forget");

        // Then
        assertThat(reader().last(HawserTopic.TASKS, "t4", Task.getDefaultInstance()))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"never there before", "forgotten before"})
    @DisplayName("a task whose only record cannot be read is forgotten, by a tombstone; it cannot be stopped otherwise")
    void anUnreadableTaskIsForgotten(String before) {
        // Given
        String task = "garbage-" + before.replace(' ', '-');
        byte[] key = task.getBytes(UTF_8);
        try (var writer = new TopicWriter(SharedBroker.bootstrapServers(), TOPICS, "test", Clock.systemUTC())) {
            if (before.startsWith("forgotten")) {
                writer.tombstone(HawserTopic.TASKS, task);
            }
            writer.send(new ProducerRecord<>(TOPICS.of(HawserTopic.TASKS), key, new byte[] {0, 1}));
        }

        // When
        int stopped = hawser("task", "stop", task);
        int forgotten = hawser("task", "stop", task, "--forget");

        // Then
        assertThat(stopped).isEqualTo(1);
        assertThat(forgotten).as(err.toString()).isZero();
        assertThat(out.toString()).contains("task " + task + " forgotten");
        assertThat(reader().exists(HawserTopic.TASKS, task)).isFalse();

        // When
        int again = hawser("task", "stop", task, "--forget");

        // Then
        assertThat(again).isEqualTo(1);
        assertThat(err.toString()).contains("no task is called " + task);
    }

    @Test
    void aTasksNameIsNotUsedAgain() {
        // Given
        hawser("task", "start", "t5", "--node", "n1", "--no-wait");

        // When
        int exit = hawser("task", "start", "t5", "--node", "n2", "--no-wait");

        // Then
        assertThat(exit).isEqualTo(1);
        assertThat(lastTask("t5").getNode()).isEqualTo("n1");
    }

    private static Task lastTask(String name) {
        return reader().last(HawserTopic.TASKS, name, Task.getDefaultInstance()).orElseThrow();
    }

    private static TaskVolumes task(String name, TaskVolume.Builder mount) {
        return TaskVolumes.newBuilder()
                .setTask(name)
                .addMounts(mount.setSource("v1").setTarget("/data"))
                .build();
    }
}
