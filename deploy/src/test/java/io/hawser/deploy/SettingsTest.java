package io.hawser.deploy;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.service.HawserService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the manifests set exists, and what exists is told to operators. */
class SettingsTest {
    private static final Pattern VARIABLE = Pattern.compile("`((?:HAWSER|QUARKUS|KAFKA)_[A-Z_]+)`");
    private static final Pattern CONFIDENTIAL = Pattern.compile(".*(PASSWORD|TOKEN|JAAS|SECRET|KEY)(?!.*_DIR$).*");
    /** Read by Kafka's clients, by the compose file and by {@code ./hawser}. */
    private static final Set<String> NOT_OF_A_SERVICE = Set.of(
            "KAFKA_SECURITY_PROTOCOL",
            "KAFKA_SASL_MECHANISM",
            "KAFKA_SASL_JAAS_CONFIG",
            "KAFKA_SSL_TRUSTSTORE_TYPE",
            "KAFKA_SSL_TRUSTSTORE_LOCATION",
            "KAFKA_PORT",
            "HAWSER_BOOTSTRAP",
            "HAWSER_DATABASE_PASSWORD",
            "HAWSER_DATABASE_VOLUME_SERVICE",
            "HAWSER_DATABASE_PLUGIN_REGISTRY",
            "HAWSER_DATABASE_DEALLOCATOR_SERVICE",
            "HAWSER_KAFKA_VOLUME_SERVICE",
            "QUARKUS_DATASOURCE_REACTIVE_MAX_SIZE");

    static List<Kubernetes.Workload> workloads() {
        return Kubernetes.workloads();
    }

    static List<Compose.Service> services() {
        return Compose.services();
    }

    @ParameterizedTest
    @MethodSource("workloads")
    @DisplayName("Kubernetes sets each variable once, and only variables that the service has")
    void kubernetesSetsWhatTheServiceHas(Kubernetes.Workload workload) {
        // When
        List<String> names = workload.environment().stream().map(Variable::name).toList();
        // Then
        assertThat(names).isNotEmpty().doesNotHaveDuplicates().isSubsetOf(ServiceSettings.variables(workload.name()));
    }

    @ParameterizedTest
    @MethodSource("services")
    @DisplayName("Compose sets only variables that the service has")
    void composeSetsWhatTheServiceHas(Compose.Service service) {
        // When
        List<String> names = service.environment().stream().map(Variable::name).toList();
        // Then
        assertThat(names).isNotEmpty().isSubsetOf(ServiceSettings.variables(service.name()));
    }

    @Test
    @DisplayName("No manifest holds a secret's value: Kubernetes names secrets, compose asks who starts it")
    void noManifestHoldsASecret() throws IOException {
        // When
        var confidential = Kubernetes.workloads().stream()
                .flatMap(workload -> workload.environment().stream())
                .filter(variable -> CONFIDENTIAL.matcher(variable.name()).matches())
                .toList();
        var asked = Compose.services().stream()
                .flatMap(service -> service.environment().stream())
                .filter(variable -> CONFIDENTIAL.matcher(variable.name()).matches())
                .toList();
        // Then
        int databases = HawserService.withDatabase().size();
        // A database's password and the token; in compose the broker's login, too, which is all that an agent has.
        assertThat(confidential)
                .hasSize(2 * databases)
                .allMatch(variable -> variable.source() instanceof Variable.Secret);
        assertThat(asked)
                .hasSize(2 * databases + ServiceSettings.services().size())
                .allMatch(variable -> variable.source() instanceof Variable.Asked);
        assertThat(Kubernetes.objects("Secret")).isEmpty();
        assertThat(Kubernetes.KUSTOMIZATION.items("secretGenerator")).isEmpty();
        assertThat(Kubernetes.files()).allMatch(file -> file.toString().endsWith(".yaml"));
    }

    @Test
    @DisplayName("A service whose address nobody sets listens on the loopback interface alone")
    void loopbackUnlessConfigured() {
        // Then
        assertThat(ServiceSettings.services())
                .allSatisfy(service -> assertThat(ServiceSettings.standard(service, "quarkus.http.host"))
                        .isEqualTo("127.0.0.1"));
    }

    @Test
    @DisplayName("Logs are JSON where nobody says otherwise, and lines for people on one machine")
    void logsAreForMachinesUnlessPeopleRead() {
        // Then
        assertThat(ServiceSettings.services()).allSatisfy(service -> {
            assertThat(ServiceSettings.standard(service, "quarkus.log.console.json.enabled"))
                    .isEqualTo("true");
            assertThat(ServiceSettings.local(service)).containsEntry("quarkus.log.console.json.enabled", "false");
        });
    }

    @Test
    @DisplayName(
            "On one machine calls have 10 s, doubling pauses end at 2 s, and every setting is one that the service has")
    void oneMachineIsQuicker() {
        // Then
        assertThat(ServiceSettings.local("volume-service"))
                .containsEntry("hawser.volume.rpc-deadline", "10s")
                .containsEntry("hawser.volume.backoff-ceiling", "2s");
        assertThat(ServiceSettings.local(ServiceSettings.AGENT))
                .containsEntry("hawser.rpc-deadline", "10s")
                .containsEntry("hawser.backoff.ceiling", "2s");
        assertThat(ServiceSettings.services())
                .allSatisfy(service -> assertThat(ServiceSettings.local(service).keySet())
                        .filteredOn(name -> name.startsWith("hawser."))
                        .extracting(ServiceSettings::variable)
                        .isSubsetOf(ServiceSettings.variables(service)));
    }

    static List<String> names() {
        return ServiceSettings.services();
    }

    @ParameterizedTest
    @MethodSource("names")
    @DisplayName("README and a service's own page name every variable of the service, and none that nobody has")
    void pagesNameThemAll(String service) throws IOException {
        // Given
        Set<String> named = named(Path.of("README.md"));
        Set<String> ownPage = named(Path.of("..", service, "README.md"));
        // When
        Set<String> known = ServiceSettings.services().stream()
                .flatMap(each -> ServiceSettings.variables(each).stream())
                .collect(toSet());
        // Then
        assertThat(named).isSubsetOf(known);
        assertThat(ownPage).isSubsetOf(ServiceSettings.variables(service));
        assertThat(Stream.concat(named.stream(), ownPage.stream()))
                .containsAll(ServiceSettings.operatorsVariables(service));
    }

    private static Set<String> named(Path page) throws IOException {
        return VARIABLE.matcher(Files.readString(page))
                .results()
                .map(MatchResult::group)
                .map(quoted -> quoted.substring(1, quoted.length() - 1))
                .filter(name -> !NOT_OF_A_SERVICE.contains(name))
                .collect(toSet());
    }
}
