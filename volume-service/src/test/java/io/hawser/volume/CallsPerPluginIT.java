package io.hawser.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.strict.StrictPlugin;
import io.hawser.strict.fault.FaultScript;
import io.hawser.strict.history.Event;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.Assignment;
import io.hawser.v1.TaskState;
import io.hawser.volume.lifecycle.Conditions;
import io.hawser.volume.testkit.Cluster;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.common.annotation.Identifier;
import jakarta.inject.Inject;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(SmallNumbers.class)
@QuarkusTestResource(EmbeddedServices.class)
class CallsPerPluginIT {
    private static final int VOLUMES = 30;

    @Inject
    @Identifier("default-kafka-broker")
    Map<String, Object> kafka;

    @Inject
    DataSource database;

    @Test
    @DisplayName("A plugin never has more calls under way than it may, "
            + "and its queue keeps no other plugin's volumes waiting")
    void aPluginHasItsPlacesAndDelaysNobodyElse() throws IOException {
        try (Cluster slow =
                        new Cluster(kafka, options -> options.withName("slow").withLatency(Duration.ofMillis(400)));
                Cluster quick = new Cluster(kafka, "quick")) {
            // Given
            slow.describe();
            quick.describe();
            createAll(slow);
            List<String> all = new ArrayList<>(volumes(slow));

            // When
            quick.create("quick-0", "quick-0");
            await().atMost(Duration.ofSeconds(60)).until(() -> {
                // However busy the machine is, the slow one's queue does not run empty before the quick one's turn.
                if (slow.strict.volumes().size() > all.size() - VOLUMES / 2) {
                    String another = "another-" + all.size();
                    slow.create(another, another);
                    all.add(another);
                }
                return !quick.strict.volumes().isEmpty();
            });
            int slowWhenQuickWasDone = slow.strict.volumes().size();
            quick.orchestrator.awaitCreated("quick-0");
            all.forEach(slow.orchestrator::awaitCreated);

            // Then
            assertThat(slowWhenQuickWasDone).isLessThan(all.size());
            assertThat(mostInFlight(slow.strict)).isEqualTo(SmallNumbers.CALLS_PER_PLUGIN);
            assertThat(slow.strict.verdict().violations()).isEmpty();
        }
    }

    @ParameterizedTest
    @Tag("swarmkit-X-21")
    @Tag("swarmkit-T4")
    @ValueSource(strings = {"CreateVolume * * hang", "CreateVolume * * garbage undecodable"})
    @DisplayName("A plugin that never answers, or answers garbage, keeps nobody's volumes waiting but its own")
    void aBrokenPluginDelaysNobodyElse(String faults) throws IOException {
        String run = UUID.randomUUID().toString().substring(0, 8);
        try (Cluster broken = new Cluster(
                        kafka, options -> options.withName("broken-" + run).withFaults(FaultScript.parse(faults)));
                Cluster well = new Cluster(kafka, "well-" + run)) {
            // Given
            broken.describe();
            well.describe();
            createAll(broken);
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> broken.strict.events().stream().anyMatch(CallsPerPluginIT::isCreateVolume));

            // When
            createAll(well);

            // Then
            awaitAll(well);
            assertThat(well.strict.verdict().violations()).isEmpty();
        }
    }

    @Test
    @DisplayName("A volume that waits for a place of its plugin for long says so")
    void aVolumeThatWaitsForLongSaysSo() throws IOException {
        String run = UUID.randomUUID().toString().substring(0, 8);
        try (Cluster hanging = new Cluster(kafka, options -> options.withName("hanging-" + run)
                .withFaults(FaultScript.parse("CreateVolume * * hang")))) {
            // Given
            hanging.describe();

            // When
            createAll(hanging);
            String last = volumes(hanging).getLast();
            tables().passesInTheQueueOf(last, Conditions.QUIET);

            // Then: in the queue nothing else looks at it.
            hanging.orchestrator.awaitCondition(last, "Queued");
        }
    }

    @Test
    @DisplayName("A volume that a clock ahead of this one has queued waits from now on, and not until that time comes")
    void aVolumeThatWasQueuedByAClockAhead() throws Exception {
        String run = UUID.randomUUID().toString().substring(0, 8);
        try (Cluster hanging = new Cluster(kafka, options -> options.withName("ahead-" + run)
                .withFaults(FaultScript.parse("CreateVolume * * hang")))) {
            // Given
            hanging.describe();
            createAll(hanging);
            String last = volumes(hanging).getLast();
            await().atMost(Duration.ofSeconds(60)).until(() -> isQueuedByAClockAhead(last));

            // Then
            tables().awaitCount(1, "select count(*) from volume where name = ? and queued_since <= now()", last);
            tables().passesInTheQueueOf(last, Conditions.QUIET);
            hanging.orchestrator.awaitCondition(last, "Queued");
        }
    }

    /** As after a change of the server: the row is due, and has the other clock's times. */
    private boolean isQueuedByAClockAhead(String volume) throws SQLException {
        return update("""
                with ahead as (update volume set queued_since = now() + interval '1 hour',
                                 look_at = now() + interval '1 hour'
                               where name = ? and queued_since is not null returning name)
                update ledger_due set due = now(), queue = '', woken = true
                where kind = 'volume' and key = (select name from ahead)
                """, volume);
    }

    @Test
    @DisplayName("A detach makes room on its node: a volume that the plugin refused there is attached at once")
    void aDetachMakesRoom() throws Exception {
        String run = UUID.randomUUID().toString().substring(0, 8);
        String node = "n-" + run;
        String first = "first-" + run;
        String second = "second-" + run;
        try (Cluster full = new Cluster(
                kafka,
                options -> options.withName("full-" + run).withNodes(node).withMaxVolumesPerNode(1))) {
            // Given
            full.describe();
            full.create(first, first);
            full.create(second, second);
            full.task("a-" + run, node, first, TaskState.TASK_STATE_PENDING);
            full.obey(full.orchestrator.awaitAssigned(node, first));
            full.task("b-" + run, node, second, TaskState.TASK_STATE_PENDING);
            await().atMost(Duration.ofSeconds(60)).until(() -> isPutOffForAnHour(second));

            // When
            full.task("a-" + run, node, first, TaskState.TASK_STATE_COMPLETE);
            full.obey(full.orchestrator.awaitAssignment(node, first, Assignment::getNothing));

            // Then
            full.orchestrator.awaitAssigned(node, second);
            assertThat(full.strict.verdict().violations()).isEmpty();
        }
    }

    /** Where the plugin refused its attach and no call is under way: the next attempt by itself is an hour away. */
    private boolean isPutOffForAnHour(String volume) throws SQLException {
        return update("""
                with idle as (select name from volume where name = ? and call_id is null for update),
                     refused as (update publication set not_before = now() + interval '1 hour'
                                 where volume = (select name from idle) and busy returning volume)
                update ledger_due set due = now() + interval '1 hour'
                where kind = 'volume' and key = (select volume from refused)
                """, volume);
    }

    private Tables tables() {
        return new Tables(database);
    }

    /** Whether it has changed a row. */
    private boolean update(String statement, String volume) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement prepared = connection.prepareStatement(statement)) {
            prepared.setString(1, volume);
            return prepared.executeUpdate() == 1;
        }
    }

    private static void createAll(Cluster cluster) {
        volumes(cluster).forEach(volume -> cluster.create(volume, volume));
    }

    private static void awaitAll(Cluster cluster) {
        volumes(cluster).forEach(cluster.orchestrator::awaitCreated);
    }

    private static List<String> volumes(Cluster cluster) {
        return IntStream.range(0, VOLUMES)
                .mapToObj(i -> cluster.plugin + "-" + i)
                .toList();
    }

    /**
     * The most answered calls at once. A call that Hawser gave up at its deadline has no place any more, although the
     * plugin may still work on it.
     */
    private static int mostInFlight(StrictPlugin plugin) {
        List<Event> events = plugin.events();
        Set<Long> answered = new HashSet<>();
        events.forEach(event -> {
            if (event instanceof Event.CallEnded ended && ended.delivered()) {
                answered.add(ended.call());
            }
        });
        Set<Long> open = new HashSet<>();
        int most = 0;
        for (Event event : events) {
            if (isCreateVolume(event)
                    && event instanceof Event.CallArrived arrived
                    && answered.contains(arrived.call().id())) {
                open.add(arrived.call().id());
                most = Math.max(most, open.size());
            } else if (event instanceof Event.CallEnded ended) {
                open.remove(ended.call());
            }
        }
        return most;
    }

    private static boolean isCreateVolume(Event event) {
        return event instanceof Event.CallArrived arrived
                && arrived.call().rpc().wireName().equals("CreateVolume");
    }
}
