package io.hawser.deallocator.deletion.work;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.deallocator.DeallocationIT;
import io.hawser.deallocator.deletion.db.HolderQueries;
import io.hawser.deallocator.kafka.Announcements;
import io.hawser.deallocator.kafka.Kinds;
import io.hawser.ledger.testkit.Topics;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.Network;
import io.hawser.v1.Service;
import io.hawser.v1.Task;
import io.hawser.v1.TaskState;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Networks that a service no longer lists, while its tasks from before may use them. */
@QuarkusTest
@TestProfile(DeallocationIT.WithToken.class)
@QuarkusTestResource(EmbeddedServices.class)
class EarlierReferencesIT {
    private static final Duration SOON = Duration.ofSeconds(60);

    private static Topics topics;

    @Inject
    Transactions transactions;

    @Inject
    DeletionWork work;

    @Inject
    HolderQueries holders;

    @Inject
    Announcements announcements;

    @BeforeAll
    static void open() {
        topics = new Topics();
    }

    @AfterAll
    static void close() {
        topics.close();
    }

    @Test
    @DisplayName("a network that a service drops waits for the service's tasks from before, not for its new ones")
    void aDroppedNetwork() {
        // Given
        service("rolls", "old-net");
        network("old-net");
        task("rolls.1", "rolls", TaskState.TASK_STATE_RUNNING);
        awaitWhy("old-net", "waits for 1 service: rolls");
        awaitHolders("services", "rolls", 1);
        tick();
        // When
        service("rolls");
        tick();
        task("rolls.2", "rolls", TaskState.TASK_STATE_RUNNING);
        // Then
        awaitHolders("services", "rolls", 2);
        awaitWhy("old-net", "waits for 1 live task: rolls.1");
        assertThat(deallocations("old-net")).isZero();
        task("rolls.1", "rolls", TaskState.TASK_STATE_COMPLETE);
        awaitDeallocated("old-net");
    }

    @Test
    @DisplayName("a network of a service whose record is deleted unasked waits for the service's tasks")
    void aServiceThatIsDeletedUnasked() {
        // Given
        service("leaves", "left-net");
        network("left-net");
        task("leaves.1", "leaves", TaskState.TASK_STATE_RUNNING);
        awaitWhy("left-net", "waits for 1 service: leaves");
        awaitHolders("services", "leaves", 1);
        tick();
        // When
        topics.forget(HawserTopic.SERVICES, "leaves");
        // Then
        awaitWhy("left-net", "waits for 1 live task: leaves.1");
        assertThat(deallocations("left-net")).isZero();
        topics.forget(HawserTopic.TASKS, "leaves.1");
        awaitDeallocated("left-net");
    }

    @Test
    @DisplayName("a network that a service drops waits for an older task whose first record was unreadable")
    void aTaskWhoseFirstRecordIsBad() {
        // Given
        service("ages", "aged-net");
        network("aged-net");
        awaitWhy("aged-net", "waits for 1 service: ages");
        topics.raw(HawserTopic.TASKS, "ages.1", "\0\1 garbage");
        awaitHolders("services", "ages", 1);
        tick();
        service("ages");
        awaitWhy("aged-net", "waits for 1 UnreadableTask");
        tick();
        // When
        task("ages.1", "ages", TaskState.TASK_STATE_RUNNING);
        // Then
        awaitWhy("aged-net", "waits for 1 live task: ages.1");
        assertThat(deallocations("aged-net")).isZero();
        task("ages.1", "ages", TaskState.TASK_STATE_COMPLETE);
        awaitDeallocated("aged-net");
    }

    @Test
    @DisplayName("a task whose first record the release before could not read is taken for an old one")
    void aBadRecordOfTheReleaseBefore() {
        // Given
        execute("insert into unreadable_task (place, key, service, since) values ('q', 'aged.1', 'aged', now())");
        // When
        task("aged.1", "aged", TaskState.TASK_STATE_RUNNING);
        // Then
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(select("select written from live_task where name = 'aged.1'"))
                        .containsExactly(OffsetDateTime.of(1970, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC)));
        task("aged.1", "aged", TaskState.TASK_STATE_COMPLETE);
    }

    @Test
    @DisplayName("references that hold nothing any more are forgotten after a day, with the next that ends")
    void oldOnesAreForgotten() {
        // Given
        execute("""
                insert into live_task (name, service, since, written)
                values ('busy.1', 'busy', now(), '2026-01-01T00:00:00Z')
                """);
        execute("""
                insert into earlier_reference (resource, service, dropped, noted)
                select 'network/any', name, '2026-01-02T00:00:00Z', now() - age
                from (values ('busy', interval '25 hours'), ('unread', '25 hours'), ('idle', '25 hours'),
                  ('fresh', '1 hour')) as s (name, age)
                """);
        execute("insert into unreadable_task (place, key, service, since) values ('p', 'k', 'unread', now())");
        // When
        service("ends-one", "one-net");
        service("ends-one");
        // Then
        await().atMost(SOON).untilAsserted(() -> assertThat(services())
                .contains("busy", "unread", "fresh", "ends-one")
                .doesNotContain("idle"));
        execute("delete from live_task where name = 'busy.1'");
        execute("delete from unreadable_task where place = 'p'");
    }

    @Test
    @DisplayName("watermarks that the logs never reach are noted again")
    void unreachableWatermarks() {
        // Given
        service("holds", "far-net");
        network("far-net");
        awaitWhy("far-net", "waits for 1 service: holds");
        execute("update resource set watermarks = 'gone/hawser.networks/0=1000000' where id = 'network/far-net'");
        // When
        execute("delete from service where name = 'holds'");
        // Then
        awaitDeallocated("far-net");
    }

    /** Looks at the network, as its loop does each minute. */
    private void look(String network) {
        work.work(new Resources(Kinds.NETWORK, holders, announcements), List.of(network))
                .await()
                .atMost(SOON);
    }

    private void awaitDeallocated(String network) {
        await().atMost(SOON).untilAsserted(() -> {
            look(network);
            assertThat(deallocations(network)).isOne();
        });
    }

    /** Each look after the decision writes its record again, under its id. */
    private static long deallocations(String network) {
        return topics.read(HawserTopic.DEALLOCATIONS, "network/" + network).stream()
                .map(record -> new String(record.headers().lastHeader("ce_id").value(), StandardCharsets.UTF_8))
                .distinct()
                .count();
    }

    private static void awaitWhy(String network, String message) {
        await().atMost(SOON).untilAsserted(() -> given().get("/v1/networks/" + network)
                .then()
                .body("deletion.message", containsString(message)));
    }

    private static void awaitHolders(String kind, String name, int count) {
        await().atMost(SOON)
                .untilAsserted(
                        () -> given().get("/v1/" + kind + "/" + name).then().body("deletion.heldBy", equalTo(count)));
    }

    /** Kafka's times have milliseconds. */
    private static void tick() {
        long now = System.currentTimeMillis();
        await().atMost(SOON).until(() -> System.currentTimeMillis() > now);
    }

    private List<Object> services() {
        return select("select service from earlier_reference");
    }

    private List<Object> select(String sql) {
        return transactions
                .single(statements -> statements.select(sql))
                .map(rows -> rows.stream().map(row -> row[0]).toList())
                .await()
                .atMost(SOON);
    }

    private void execute(String sql) {
        transactions.run(tx -> tx.execute(sql)).await().atMost(SOON);
    }

    private static void network(String name) {
        topics.say(
                HawserTopic.NETWORKS,
                name,
                Network.newBuilder().setName(name).setPendingDelete(true).build());
    }

    private static void service(String name, String... networks) {
        topics.say(
                HawserTopic.SERVICES,
                name,
                Service.newBuilder()
                        .setName(name)
                        .addAllNetworks(List.of(networks))
                        .build());
    }

    private static void task(String name, String service, TaskState state) {
        topics.say(
                HawserTopic.TASKS,
                name,
                Task.newBuilder()
                        .setName(name)
                        .setService(service)
                        .setNode("n1")
                        .setObserved(state)
                        .build());
    }
}
