package io.hawser.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.embedded.broker.BrokerProcess;
import io.hawser.embedded.postgres.PostgresProcess;
import io.hawser.testkit.shared.ScratchFolder;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * What one packaged replica stands on goes away for longer than each of its timeouts, and comes back; nobody touches
 * the replica. What needs another setting goes first: its start is that of all.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OutagesIT {
    private static final int SOME = 15;

    /**
     * Above every timeout that {@link Installation} and the settings below set: none that the service has is longer.
     */
    private static final Duration LONG = Duration.ofSeconds(9);

    private static final Map<String, String> IMPATIENT = Map.of(
            "MP_MESSAGING_INCOMING_INTAKE_MAX_POLL_INTERVAL_MS",
            "7000",
            "KAFKA_DEFAULT_API_TIMEOUT_MS",
            "3000",
            "KAFKA_REQUEST_TIMEOUT_MS",
            "3000",
            "HAWSER_LEDGER_INTAKE_LOST_AFTER",
            "5S",
            "HAWSER_LEDGER_DATABASE_PATIENCE",
            "5S",
            "QUARKUS_DATASOURCE_REACTIVE_ADDITIONAL_PROPERTIES_IDLE_IN_TRANSACTION_SESSION_TIMEOUT",
            "6000");

    private static final Duration SOON = Duration.ofMinutes(3);

    private BrokerProcess broker;
    private PostgresProcess postgres;
    private Installation installation;
    private PackagedService service;

    @BeforeAll
    void start() throws Exception {
        broker = BrokerProcess.in(ScratchFolder.create("outages-broker")).start();
        postgres = PostgresProcess.in(
                        ScratchFolder.create("outages-postgres"),
                        UUID.randomUUID().toString())
                .start();
        installation = new Installation(
                "outages",
                broker.bootstrapServers(),
                postgres.server().createDatabase("outages", UUID.randomUUID().toString()),
                ScratchFolder.create("outages"));
        service = installation.replica("0");
        // The first call outlasts the database, also on a slow machine.
        Map<String, String> settings = new HashMap<>(IMPATIENT);
        settings.put("HAWSER_VOLUME_RPC_DEADLINE", "60S");
        Installation.start(service, settings);
        service.awaitReady();
        installation.awaitWorld();
    }

    @AfterAll
    void stop() {
        if (installation != null) {
            installation.close();
        }
        postgres.close();
        broker.close();
    }

    @Test
    @DisplayName("The database stands still: "
            + "not ready, but alive, and when it goes on nothing is lost and nothing done twice")
    void theDatabaseStandsStill() {
        // Given
        create("still-before");

        // When
        postgres.pause();
        try {
            create("still-meanwhile");
            staysAliveButNotReady();
        } finally {
            postgres.resume();
        }

        // Then
        goesOn("still-after");
    }

    @Test
    @DisplayName("The database is stopped and started again: "
            + "not ready, but alive, and then nothing is lost and nothing done twice")
    void theDatabaseIsStoppedAndStarted() throws IOException {
        // Given
        create("stopped-before");

        // When
        postgres.stop();
        create("stopped-meanwhile");
        staysAliveButNotReady();
        HttpResponse<String> answer = service.ask("GET", "/v1/volumes");
        postgres.start();

        // Then
        goesOn("stopped-after");
        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).contains("\"status\":500").contains("GET /q/health/ready says what it waits for");
    }

    @Test
    @Order(1)
    @DisplayName("A call that ends while the database is away is not made again: its ending is saved afterwards")
    void aCallEndsWhileTheDatabaseIsAway() {
        // Given
        installation.create(List.of("ended-before"));
        installation.awaitOnce();
        int before = installation.asked().size();
        int held = installation.held();
        // Only now: a new connection begins with several calls.
        installation.cluster.strict.setLatency(Duration.ofSeconds(5));
        try {
            installation.create(List.of("ended-meanwhile"));
            await().atMost(SOON).until(() -> installation.asked().size() > before);

            // When
            postgres.stop();
            await().atMost(SOON).until(() -> installation.held() > held);
            staysAliveButNotReady();
        } finally {
            installation.cluster.strict.setLatency(Duration.ZERO);
        }
        postgres.start();

        // Then
        goesOn("ended-after");
        assertThat(installation.asked()).hasSize(before + 2);
        // All others have the short deadline.
        service.close();
        Installation.start(service, IMPATIENT);
        service.awaitReady();
    }

    @Test
    @DisplayName("A replica that starts while the database is away waits for it, "
            + "and then nothing is lost and nothing done twice; or it ends when it is asked to")
    void theDatabaseIsAwayWhenItStarts() {
        // Given
        PackagedService second = installation.replica("1");
        create("database-before");
        service.close();
        postgres.stop();
        create("database-meanwhile");

        // When
        Installation.start(service, IMPATIENT);
        Installation.start(second, IMPATIENT);
        await().atMost(PackagedService.START).until(() -> second.log().contains("Retrying in 4 sec"));
        boolean byItself = second.terminate();
        await().atMost(SOON).during(LONG).until(service::alive);
        postgres.start();

        // Then
        assertThat(byItself).as("ended by itself").isTrue();
        goesOn("database-after");
    }

    @Test
    @DisplayName("A replica that starts while the broker is away waits for it, "
            + "and then nothing is lost and nothing done twice")
    void theBrokerIsAwayWhenItStarts() {
        // Given
        create("waiting-before");
        service.close();
        broker.kill();

        // When
        Installation.start(service, IMPATIENT);
        await().atMost(SOON).during(LONG).until(service::alive);
        broker.start();

        // Then
        goesOn("waiting-after");
    }

    @Test
    @DisplayName("The broker is killed under load and started again on its data: "
            + "not ready, but alive, and then nothing is lost and nothing done twice")
    void theBrokerIsKilledAndStarted() {
        // Given
        create("broker-before");

        // When
        broker.kill();
        await().atMost(SOON).until(() -> service.live() && !service.ready());
        broker.start();

        // Then
        goesOn("broker-after");
    }

    private void create(String name) {
        installation.create(Installation.volumes(name, SOME));
    }

    private void staysAliveButNotReady() {
        await().atMost(SOON).during(LONG).until(() -> !service.ready() && service.live());
    }

    private void goesOn(String name) {
        service.awaitReady();
        installation.create(List.of(name));
        installation.awaitOnce();
    }
}
