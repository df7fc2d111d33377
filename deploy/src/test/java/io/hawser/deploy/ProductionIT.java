package io.hawser.deploy;

import static io.restassured.RestAssured.get;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import io.hawser.testkit.broker.BrokerProcess;
import io.hawser.testkit.postgres.PostgresProcess;
import io.hawser.testkit.process.ChildProcess;
import io.hawser.testkit.process.ScratchFolder;
import java.io.File;
import java.net.ConnectException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All four services as packaged, in the production profile, with what their manifests give them: a name that is wrong, a setting that is missing, a
 * probe that nobody answers would show here and not on the first cluster. The broker wants a login, which the optional secret of the manifests gives.
 */
class ProductionIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final String TOKEN = UUID.randomUUID().toString();
    private static final List<Deployment> RUNNING = new ArrayList<>();
    private static final Path FOLDER = ScratchFolder.create("production");
    private static BrokerProcess broker;
    private static PostgresProcess postgres;

    @BeforeAll
    static void start() throws Exception {
        broker = BrokerProcess.in(FOLDER.resolve("broker"))
                .withLogin("hawser", TOKEN)
                .start();
        postgres = PostgresProcess.in(
                        FOLDER.resolve("postgres"), UUID.randomUUID().toString())
                .start();
        Map<String, String> secrets = Map.of(
                "hawser-database/volume-service", database("volume_service"),
                "hawser-database/plugin-registry", database("plugin_registry"),
                "hawser-database/deallocator-service", database("deallocator_service"),
                "hawser-token/token", TOKEN);
        var surroundings = new Deployment.Surroundings(
                Map.of(
                        "kafka.example.com:9092", broker.loginServers(),
                        "postgres.example.com:5432", "127.0.0.1:" + postgres.port(),
                        "/var/lib/hawser/", FOLDER.resolve("node") + "/"),
                secrets,
                Map.of(
                        "KAFKA_SECURITY_PROTOCOL", "SASL_PLAINTEXT",
                        "KAFKA_SASL_MECHANISM", "PLAIN",
                        "KAFKA_SASL_JAAS_CONFIG",
                                "org.apache.kafka.common.security.plain.PlainLoginModule required username=hawser password=\""
                                        + TOKEN + "\";"));
        Kubernetes.workloads().forEach(workload -> RUNNING.add(Deployment.start(workload, surroundings, FOLDER)));
        // As a kubelet does; a service that ends instead shows the end of its log here.
        RUNNING.forEach(service ->
                service.process().awaitReady(() -> service.started() && answers(service, "readinessProbe"), PATIENCE));
    }

    @AfterAll
    static void stop() {
        RUNNING.stream().map(Deployment::process).forEach(ChildProcess::kill);
        postgres.close();
        broker.close();
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
        assertThat(List.of("startupProbe", "livenessProbe", "readinessProbe"))
                .allMatch(probe -> answers(service, probe));
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
        return postgres.createDatabase(name, UUID.randomUUID().toString()).password();
    }
}
