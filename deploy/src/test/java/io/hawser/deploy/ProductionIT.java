package io.hawser.deploy;

import static io.restassured.RestAssured.get;
import static io.restassured.RestAssured.given;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonParser;
import io.hawser.bus.service.HawserService;
import io.hawser.embedded.broker.BrokerProcess;
import io.hawser.embedded.postgres.PostgresProcess;
import io.hawser.embedded.process.ChildProcess;
import io.hawser.testkit.shared.ScratchFolder;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All services as packaged, in the production profile, with what their manifests give them: a name that is wrong,
 * a setting that is missing, a probe that nobody answers would show here and not on the first cluster. The broker wants
 * a login, which an optional secret of each manifest gives, and allows what {@code kafka/acls.csv} says.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ProductionIT {
    /** All services start together, on as few processors as there are. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final String TOKEN = UUID.randomUUID().toString();
    private static final List<Deployment> RUNNING = new ArrayList<>();
    private static final Path FOLDER = ScratchFolder.create("production");
    /** Short: sockets lie below it. */
    private static final Path NODE = nodeFolder();

    private static BrokerProcess broker;
    private static Logins logins;
    private static PostgresProcess postgres;

    @BeforeAll
    static void start() throws Exception {
        broker = BrokerProcess.in(FOLDER.resolve("broker"));
        logins = new Logins(broker);
        broker.start();
        logins.grant();
        postgres = PostgresProcess.in(
                        FOLDER.resolve("postgres"), UUID.randomUUID().toString())
                .start();
        Map<String, String> secrets = new HashMap<>(Map.of("hawser-token/token", TOKEN));
        HawserService.namesWithDatabase()
                .forEach(service -> secrets.put("hawser-database/" + service, database(service.replace('-', '_'))));
        String sockets = "unix://" + NODE.resolve("plugins");
        var surroundings = new Deployment.Surroundings(
                Map.of(
                        "kafka.example.com:9092", broker.loginServers(),
                        "postgres.example.com:5432",
                                "127.0.0.1:" + postgres.server().port(),
                        "/var/lib/hawser/", NODE + "/"),
                secrets,
                Kubernetes.workloads().stream()
                        .map(Kubernetes.Workload::name)
                        .collect(toMap(
                                service -> "hawser-kafka-" + service,
                                service -> logins.credentials("hawser-" + service))),
                // One broker.
                Map.of(
                        "HAWSER_VOLUME_ENDPOINTS",
                        sockets,
                        "HAWSER_PROBE_ENDPOINTS",
                        sockets,
                        "HAWSER_LEDGER_TOPICS_REPLICATION_FACTOR",
                        "1",
                        "HAWSER_LEDGER_TOPICS_MIN_INSYNC_REPLICAS",
                        "1",
                        "HAWSER_TOPICS_REPLICATION_FACTOR",
                        "1",
                        "HAWSER_TOPICS_MIN_INSYNC_REPLICAS",
                        "1"));
        Kubernetes.workloads().forEach(workload -> RUNNING.add(Deployment.start(workload, surroundings, FOLDER)));
        // As a kubelet does; a service that ends instead shows the end of its log here.
        RUNNING.forEach(service ->
                service.process().awaitReady(() -> service.started() && answers(service, "readinessProbe"), PATIENCE));
    }

    @AfterAll
    static void stop() throws IOException {
        RUNNING.stream().map(Deployment::process).forEach(ChildProcess::kill);
        postgres.close();
        broker.close();
        Utils.delete(NODE.toFile());
    }

    private static Path nodeFolder() {
        try {
            return Files.createTempDirectory("hawser");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Deployment> all() {
        return RUNNING;
    }

    static Stream<Deployment> withDatabase() {
        return RUNNING.stream().filter(service -> !service.name().equals(ServiceSettings.AGENT));
    }

    @ParameterizedTest
    @MethodSource("all")
    @DisplayName("With the manifest's variables alone, its three probes are answered, not only over loopback")
    void probesAreAnswered(Deployment service) {
        // Then
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(List.of("startupProbe", "livenessProbe", "readinessProbe"))
                        .allMatch(probe -> answers(service, probe)));
    }

    @ParameterizedTest
    @MethodSource("all")
    @DisplayName("It logs JSON, and none of the settings of one machine or of tests is in effect")
    void isInProduction(Deployment service) {
        // When
        List<String> log = service.log();
        // Then
        assertThat(log).isNotEmpty().allSatisfy(line -> assertThat(
                        JsonParser.parseString(line).isJsonObject())
                .isTrue());
        assertThat(log)
                .as("%s, which says at last %s", service, log.getLast())
                .anyMatch(line -> line.contains("Profile prod activated."));
    }

    @ParameterizedTest
    @MethodSource("withDatabase")
    @DisplayName("Nobody writes without the token of the manifest's secret")
    void writingNeedsTheToken(Deployment service) {
        // Given
        String url = service.url("/v1/republish");
        // Then
        assertThat(given().post(url).statusCode()).as("POST %s", url).isEqualTo(401);
        assertThat(given().header("Authorization", "Bearer " + TOKEN).post(url).statusCode())
                .as("POST %s with the token", url)
                .isEqualTo(200);
    }

    @ParameterizedTest
    @MethodSource("all")
    @DisplayName("Its image holds all that was packaged, and starts it as nobody in particular")
    void imageIsWhole(Deployment service) {
        // When
        List<String> copied = Containerfile.copied().stream()
                .map(words -> words.replace("${SERVICE}", service.name()).split(" ")[0])
                .map(source -> Path.of("..", source).normalize().toString())
                .toList();
        // Then
        assertThat(Path.of("..", service.name(), "target/quarkus-app").toFile().listFiles())
                .extracting(File::getPath)
                .filteredOn(file -> !file.endsWith("quarkus-app-dependencies.txt"))
                .containsExactlyInAnyOrderElementsOf(copied);
        assertThat(Containerfile.user()).isEqualTo("10001:10001");
    }

    @Test
    @Order(1)
    @DisplayName("With their own logins and the table's ACLs, all that Hawser does is done, and nothing is refused")
    void theTableIsEnough() throws Exception {
        // Given
        try (Tenancy tenancy = Tenancy.withStrictPlugin(logins, NODE.resolve("plugins"), FOLDER)) {
            // When
            tenancy.live();
            tenancy.deallocate();
            tenancy.bury();
        }
        // Then
        assertThat(refusals("hawser."))
                // Of topics that services had not made yet.
                .filteredOn(line -> !line.contains("hawser-node-agent is Denied operation = CREATE"))
                .isEmpty();
        assertThat(RUNNING).allSatisfy(service -> assertThat(service.log())
                .noneMatch(line -> line.contains("uthorization")
                        || line.contains("may not read ")
                        || line.contains("may not write ")));
    }

    @Test
    @DisplayName("What the table does not list is refused, and what it lists is allowed, to each of its principals")
    void theTableIsExact() throws Exception {
        // Given
        Intrusion intrusion = new Intrusion(logins, broker.bootstrapServers());
        // Then
        intrusion.tryEverything();
        assertThat(intrusion.saidAtAStart())
                .anyMatch(said -> said.startsWith("topic elsewhere.tasks may have other settings than are meant"))
                .anyMatch(said -> said.startsWith("topic elsewhere.assignments is missing, or may not be seen"));
    }

    @Test
    @Order(Integer.MAX_VALUE)
    @DisplayName("A right that is taken away is named with its row, and given back, work goes on by itself")
    void missingRightsAreNamed() throws Exception {
        // Given
        Deployment service = running("volume-service");
        Deployment agent = running("node-agent");
        try (Tenancy tenancy = Tenancy.withStrictPlugin(logins, NODE.resolve("plugins"), FOLDER)) {
            // When
            logins.revoke("hawser-volume-service", "hawser.volume-commands", AclOperation.READ);
            logins.revoke("hawser-volume-service", "hawser.command-results", AclOperation.WRITE);
            logins.revoke("hawser-node-agent", "hawser.events", AclOperation.WRITE);
            String command = tenancy.create("while-refused");
            // Then
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(
                            get(service.url("/q/health/ready")).asString())
                    .contains("may not read topic hawser.volume-commands: apply the row hawser-volume-service,"
                            + " topic, volume-commands of deploy/kafka/acls.csv")
                    .contains("may not write topic hawser.command-results: apply the row"));
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(
                            get(agent.url("/q/health/ready")).asString())
                    .contains("may not write topic hawser.events: apply the row hawser-node-agent, topic, events"));
            assertThat(List.of(service, agent)).noneMatch(each -> answers(each, "readinessProbe"));
            await().untilAsserted(() -> assertThat(service.log())
                    .anyMatch(line -> line.contains("may not read topic hawser.volume-commands:")));
            // When
            logins.giveBack("hawser-volume-service", "hawser.volume-commands", AclOperation.READ);
            logins.giveBack("hawser-volume-service", "hawser.command-results", AclOperation.WRITE);
            logins.giveBack("hawser-node-agent", "hawser.events", AclOperation.WRITE);
            // Then
            tenancy.awaitDone(command);
            await().atMost(PATIENCE)
                    .until(() -> answers(service, "readinessProbe") && answers(agent, "readinessProbe"));
        }
    }

    private static Deployment running(String name) {
        return RUNNING.stream()
                .filter(service -> service.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** What the broker refused, about names that begin so. */
    private static List<String> refusals(String prefix) throws IOException {
        return Files.readAllLines(broker.log()).stream()
                .filter(line -> line.contains("is Denied") && line.contains(":LITERAL:" + prefix))
                .toList();
    }

    private static boolean answers(Deployment service, String probe) {
        try {
            return get(service.url(service.workload()
                                    .container()
                                    .at(probe, "httpGet", "path")
                                    .text()))
                            .statusCode()
                    == 200;
        } catch (Exception e) {
            // RestAssured throws what it does not declare.
            if (e instanceof ConnectException) {
                return false;
            }
            throw e;
        }
    }

    private static String database(String name) {
        return postgres.server()
                .createDatabase(name, UUID.randomUUID().toString())
                .password();
    }
}
