package io.hawser.deploy;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.service.HawserService;
import io.hawser.testkit.shared.ContainerSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.metadata.authorizer.StandardAuthorizer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The compose file beside the manifests: the same images, no more rights. */
class ComposeTest {
    static List<Compose.Service> services() {
        return Compose.services();
    }

    @ParameterizedTest
    @MethodSource("services")
    @DisplayName("Compose and Kubernetes run the same image, built from the module of that name")
    void sameImages(Compose.Service service) throws IOException {
        // Given
        String image = service.definition().at("image").text();
        // Then
        assertThat(Kubernetes.workloads())
                .filteredOn(workload -> workload.name().equals(service.name()))
                .extracting(workload -> workload.container().at("image").text())
                .containsExactly(image);
        assertThat(image).startsWith("hawser/" + service.name() + ":");
        assertThat(Files.readString(Path.of("../pom.xml")))
                .contains("<version>" + image.split(":", 2)[1] + "</version>");
        assertThat(service.definition().at("build", "args", "SERVICE").text()).isEqualTo(service.name());
        assertThat(service.definition().at("build", "dockerfile").text()).isEqualTo("deploy/Containerfile");
    }

    @ParameterizedTest
    @MethodSource("services")
    @DisplayName("In compose, too, each has Kubernetes' limit of memory, and a minute to stop")
    void memoryAndStop(Compose.Service service) {
        // Given
        String limit = Kubernetes.workloads().stream()
                .filter(workload -> workload.name().equals(service.name()))
                .map(workload ->
                        workload.container().at("resources", "limits", "memory").text())
                .findFirst()
                .orElseThrow();
        // Then
        assertThat(service.definition().at("mem_limit").text() + "i").isEqualToIgnoringCase(limit);
        assertThat(service.definition().at("stop_grace_period").text()).isEqualTo("60s");
    }

    @ParameterizedTest
    @MethodSource("services")
    @DisplayName("In compose, too, each logs in as itself, with a password of its own")
    void aLoginEach(Compose.Service service) {
        // When
        String login =
                service.definition().at("environment", "KAFKA_SASL_JAAS_CONFIG").text();
        // Then
        assertThat(login)
                .contains("username=\"hawser-" + service.name() + "\"")
                .contains("password=\"" + password(service.name()));
        assertThat(service.definition().at("depends_on", "acls", "condition").text())
                .isEqualTo("service_completed_successfully");
    }

    @Test
    @DisplayName("Compose's broker lets in the principals of the table, and nobody else but itself")
    void brokerAsksForLogins() {
        // Given
        Yaml broker = Yaml.document(Path.of("compose.yaml")).at("services", "broker", "environment");
        String logins =
                broker.at("KAFKA_LISTENER_NAME_INSIDE_PLAIN_SASL_JAAS_CONFIG").text();
        // Then
        assertThat(Pattern.compile("user_(hawser-([a-z-]+))=\"([^:]+)")
                        .matcher(logins)
                        .results())
                .allMatch(user -> user.group(3).equals(password(user.group(2))))
                .extracting(user -> user.group(1))
                .containsExactlyInAnyOrderElementsOf(AclTable.read(true).principals());
        assertThat(broker.at("KAFKA_LISTENER_NAME_HOST_PLAIN_SASL_JAAS_CONFIG").text())
                .isEqualTo(logins);
        assertThat(broker.at("KAFKA_LISTENERS").text().split(","))
                .filteredOn(listener -> !listener.contains("//localhost:"))
                .allMatch(listener -> broker.at("KAFKA_LISTENER_SECURITY_PROTOCOL_MAP")
                        .text()
                        .contains(listener.split(":")[0] + ":SASL_PLAINTEXT"));
        assertThat(broker.at("KAFKA_AUTHORIZER_CLASS_NAME").text()).isEqualTo(StandardAuthorizer.class.getName());
    }

    @Test
    @DisplayName("Compose's PostgreSQL makes a database for each service that has one")
    void aDatabaseEach() {
        // When
        String databases = Yaml.document(Path.of("compose.yaml"))
                .at("services", "postgres", "environment", "HAWSER_DATABASES")
                .text();
        // Then
        assertThat(databases.split(" "))
                .containsExactlyInAnyOrderElementsOf(HawserService.namesWithDatabase().stream()
                        .map(service -> service.replace('-', '_'))
                        .toList());
    }

    @Test
    @DisplayName("Each service logs in to the database with a password of its own, and none has the superuser's")
    void aDatabasePasswordEach() {
        // Given
        Yaml postgres = Yaml.document(Path.of("compose.yaml")).at("services", "postgres", "environment");
        Map<String, String> passwords = services().stream()
                .filter(service -> HawserService.namesWithDatabase().contains(service.name()))
                .map(service -> service.definition().at("environment"))
                .collect(toMap(
                        environment ->
                                environment.at("QUARKUS_DATASOURCE_USERNAME").text(),
                        environment ->
                                environment.at("QUARKUS_DATASOURCE_PASSWORD").text()));
        // Then
        assertThat(passwords).hasSameSizeAs(HawserService.namesWithDatabase());
        passwords.forEach((role, password) -> assertThat(postgres.at("HAWSER_DATABASE_" + role.toUpperCase(Locale.ROOT))
                        .text())
                .isEqualTo(password));
        assertThat(passwords.values())
                .doesNotHaveDuplicates()
                .doesNotContain(postgres.at("POSTGRES_PASSWORD").text());
    }

    @Test
    @DisplayName("The script gives each role its own password, on no command line, and makes none without one")
    void theScriptGivesEachRoleItsPassword(@TempDir Path folder) throws Exception {
        // Given
        Path psql = folder.resolve("psql");
        Files.writeString(psql, "#!/bin/sh\nprintf '%s, ' \"$*\" \"$PASSWORD\"; head -n 1\n");
        Files.setPosixFilePermissions(psql, PosixFilePermissions.fromString("rwx------"));
        Map<String, String> environment = Map.of(
                "PATH", folder + ":/usr/bin:/bin",
                "POSTGRES_PASSWORD", "root",
                "HAWSER_DATABASES", "one_service other two",
                "HAWSER_DATABASE_ONE_SERVICE", "1",
                "HAWSER_DATABASE_OTHER", "2");
        // When
        ProcessBuilder script = new ProcessBuilder("sh", "compose/create-databases.sh");
        script.environment().clear();
        script.environment().putAll(environment);
        Process done = script.start();
        // Then
        assertThat(new String(done.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo(psql("one_service", "1") + psql("other", "2"));
        assertThat(done.waitFor()).isNotZero();
    }

    private static String psql(String service, String password) {
        return "--no-psqlrc --set=ON_ERROR_STOP=1 --set=service=" + service + " --username=postgres, " + password
                + ", \\getenv password PASSWORD\n";
    }

    @Test
    @DisplayName("Tests on containers use the images of the compose file and the services' version of Kafka")
    void testsPlayOnItsImages() throws IOException {
        // When
        Yaml services = Yaml.document(Path.of("compose.yaml")).at("services");
        // Then
        assertThat(services.at("broker", "image").text()).isEqualTo(ContainerSettings.KAFKA_IMAGE);
        assertThat(services.at("postgres", "image").text()).isEqualTo(ContainerSettings.POSTGRES_IMAGE);
        assertThat(Files.readString(Path.of("../pom.xml")))
                .contains("<kafka.version>" + ContainerSettings.KAFKA_IMAGE.split(":")[1] + "</kafka.version>");
    }

    private static String password(String name) {
        return "${HAWSER_KAFKA_" + name.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    @ParameterizedTest
    @MethodSource("services")
    @DisplayName("Compose gives no more rights than Kubernetes does, and publishes ports on this machine only")
    void leastPrivilegeInCompose(Compose.Service service) {
        // Given
        Yaml definition = service.definition();
        boolean agent = service.name().equals(ServiceSettings.AGENT);
        int port = ServiceSettings.port(service.name());
        // Then
        assertThat(definition.at("user").text()).isEqualTo(agent ? "0:0" : "10001:10001");
        assertThat(definition.at("read_only").isTrue()).isTrue();
        assertThat(definition.at("cap_drop").texts()).containsExactly("ALL");
        assertThat(definition.at("security_opt").texts()).containsExactly("no-new-privileges:true");
        assertThat(Stream.of("cap_add", "privileged", "network_mode", "pid"))
                .noneMatch(key -> definition.find(key).isPresent());
        // Docker's own default is noexec, and native libraries run from there.
        assertThat(definition.at("tmpfs").texts()).singleElement().asString().startsWith("/tmp:exec,");
        assertThat(definition.at("ports").texts()).containsExactly("127.0.0.1:" + port + ":" + port);
        assertThat(definition.items("volumes").stream()
                        .filter(bind -> bind.find("target").isPresent()
                                ? bind.find("read_only").isEmpty()
                                : !bind.text().endsWith(":ro"))
                        .map(bind -> bind.find("source").orElse(bind).text()))
                .isSubsetOf("/var/lib/hawser/node");
    }
}
