package io.hawser.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two packaged replicas on one broker and one database. The second is killed, or stopped where it holds something
 * that the first then takes over, and wakes late. What ends it goes first: the others share a start of it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ReplicasIT {
    private static final int MANY = 40;
    private static final Duration SOON = Duration.ofMinutes(3);

    private Installation installation;
    private PackagedService first;
    private PackagedService second;

    @BeforeAll
    void start() throws Exception {
        installation = Installation.shared("replicas");
        installation.cluster.strict.setLatency(Duration.ofMillis(50));
        first = installation.replica("0");
        second = installation.replica("1");
        Installation.start(first, Installation.SHORT_TRANSACTIONS);
        first.awaitReady();
        installation.awaitWorld();
    }

    @AfterEach
    void letBothGoOn() {
        first.resume();
        if (second.alive()) {
            second.resume();
        }
    }

    @AfterAll
    void stop() {
        installation.close();
    }

    @Test
    @Order(1)
    @DisplayName("Two replicas share the work; "
            + "one comes in the middle, one is killed in the middle, and every command is answered once")
    void oneComesAndIsKilledUnderLoad() {
        // Given
        List<String> volumes = Installation.volumes("killed", MANY);
        second.close();
        installation.create(volumes.subList(0, MANY / 4));
        Installation.start(second, Installation.SHORT_TRANSACTIONS);
        second.awaitReady();
        installation.create(volumes.subList(MANY / 4, MANY / 2));
        int before = installation.held();

        // When
        installation.create(volumes.subList(MANY / 2, MANY));
        await().atMost(SOON).until(() -> installation.held() > before + MANY / 8);
        second.close();

        // Then
        installation.awaitOnce();
    }

    @Test
    @Order(2)
    @DisplayName("A replica that is asked to end first finishes the calls that it has under way: none is made twice")
    void finishesItsCallsBeforeItEnds() throws IOException {
        // Given
        List<String> volumes = Installation.volumes("ended", MANY / 2);
        second.close();
        // A machine that is slow for seconds must not make a call uncertain here.
        Installation.start(second, Map.of("HAWSER_VOLUME_RPC_DEADLINE", "30S"));
        second.awaitReady();
        first.pause();
        int before = installation.asked().size();
        installation.cluster.strict.setLatency(Duration.ofMillis(1500));
        try {
            installation.create(volumes);
            await().atMost(SOON).until(() -> installation.asked().size() == before + volumes.size());

            // When
            boolean byItself = second.terminate();

            // Then
            assertThat(byItself).isTrue();
        } finally {
            installation.cluster.strict.setLatency(Duration.ofMillis(50));
            first.resume();
        }
        installation.awaitOnce();
        List<String> asked = installation.asked();
        assertThat(asked.subList(before, asked.size()))
                .as("asked for since: %s; its log:%n%s", asked.subList(before, asked.size()), second.log())
                .doesNotHaveDuplicates()
                .hasSameSizeAs(volumes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"INTAKE_BEFORE_COMMIT", "INTAKE_COMMITTED"})
    @DisplayName("Stopped with polled records and a cursor, inside the transaction too: "
            + "the other goes on, what wakes applies nothing twice")
    void stoppedWithRecordsAndACursor(String point) throws IOException {
        // Given
        stopAt(point, 2, Installation.volumes("stopped-" + name(point), MANY / 2));

        // When
        first.resume();
        installation.awaitOnce();
        second.resume();
        installation.create(Installation.volumes("woken-" + name(point), MANY / 4));

        // Then
        second.awaitReady();
        installation.awaitOnce();
    }

    @ParameterizedTest
    @ValueSource(strings = {"OUTBOX_READ", "OUTBOX_BEFORE_COMMIT", "OUTBOX_COMMITTED"})
    @DisplayName("Stopped with rows of the outbox in hand, sent or not: "
            + "what wakes after the other has sent them is fenced, no reader sees them again")
    void stoppedWithRowsOfTheOutbox(String point) throws IOException {
        // Given
        String relay = "relay-" + name(point);
        String inHand = relay + "-stopped";
        stopAt(point, 2, Installation.volumes(inHand, MANY / 2));

        // When
        first.resume();
        installation.awaitOnce();
        // One reader for both looks: another one would miss what the broker has compacted meanwhile.
        try (Written reader = installation.reader()) {
            // What the other shard's relay had sent and not yet deleted when the process stopped is sent twice, and may
            // be.
            List<String> before = installation.outOfOrder(inHand, reader);
            second.resume();
            installation.create(Installation.volumes(relay + "-woken", MANY / 4));

            // Then
            second.awaitReady();
            installation.awaitOnce();
            assertThat(installation.outOfOrder(inHand, reader)).hasSameElementsAs(before);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"CALL_INTENDED", "CALL_ENDED", "CALL_SAVED"})
    @DisplayName("Stopped before the send, before the ending is saved or behind that, past the deadline: "
            + "the other brings it to its end, what wakes makes no call of it")
    void stoppedAroundACall(String point) throws IOException {
        // Given
        String call = "call-" + name(point);
        stopAt(point, 1, Installation.volumes(call + "-stopped", 1));

        // When
        first.resume();
        installation.awaitOnce();
        List<String> before = installation.asked();
        second.resume();
        installation.create(Installation.volumes(call + "-woken", 1));

        // Then
        second.awaitReady();
        installation.awaitOnce();
        assertThat(installation.asked()).filteredOn(before::contains).hasSameSizeAs(before);
    }

    /**
     * The second alone has the work and stands still at that point; the first, itself stopped meanwhile, does not know
     * it yet.
     */
    private void stopAt(String point, int nth, List<String> volumes) throws IOException {
        if (!second.alive()) {
            installation.startObedient(second, "1", Installation.SHORT_TRANSACTIONS);
            second.awaitReady();
        }
        first.pause();
        installation.order("1", "stop " + point + ":" + nth);
        installation.create(volumes);
        await().atMost(SOON).until(second::stopped);
    }

    private static String name(String point) {
        return point.toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
