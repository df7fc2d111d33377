package io.hawser.local.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.bus.service.HawserService;
import io.hawser.cli.endpoint.FolderId;
import io.hawser.local.layout.LocalLayout;
import io.hawser.local.process.Orphans;
import io.hawser.local.process.ProcessSpec;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalServicesTest {
    @TempDir
    Path folder;

    private Path project;
    private LocalLayout layout;

    @BeforeEach
    void projectThatIsBuilt() throws Exception {
        project = Files.createDirectory(folder.resolve("project"));
        layout = LocalLayout.at(folder.resolve("home"));
        for (HawserService service : HawserService.values()) {
            touch(project.resolve(service.serviceName()).resolve("target/quarkus-app/quarkus-run.jar"));
        }
        touch(project.resolve("tools/hostpath-plugin/target/hawser-hostpath-plugin-0.1.0-SNAPSHOT.jar"));
    }

    @Test
    void startsServicesThenPluginsThenAgents() {
        // Given
        LocalServices services = services();
        // When
        List<String> names = services.specs().stream().map(ProcessSpec::name).toList();
        // Then
        List<String> expected = new ArrayList<>(HawserService.namesWithDatabase());
        expected.addAll(List.of("hostpath-node-1", "hostpath-node-2", "agent-node-1", "agent-node-2"));
        assertThat(names).isEqualTo(expected);
    }

    @Test
    void eachServiceHasPortAndDatabaseOfItsOwnOnLoopback() {
        // Given
        LocalServices services = services();
        // When
        ProcessSpec spec = spec(services, "volume-service");
        // Then
        assertThat(spec.environment())
                .containsEntry("QUARKUS_HTTP_HOST", "127.0.0.1")
                .containsEntry("QUARKUS_HTTP_PORT", Integer.toString(layout.port("volume-service")))
                .containsEntry("QUARKUS_DATASOURCE_USERNAME", "volume_service")
                .containsEntry("QUARKUS_DATASOURCE_PASSWORD", layout.secrets().of("volume-service"))
                .containsEntry("HAWSER_TOKEN", layout.secrets().of("rest-token"))
                .containsEntry("QUARKUS_PROFILE", "local")
                .containsEntry("HAWSER_REPLICA", "volume-service-1")
                .containsEntry("HAWSER_VOLUME_ENDPOINTS", "unix://" + layout.sockets());
        assertThat(layout.pluginSockets("node-1")).startsWith(layout.sockets());
        assertThat(spec.environment().get("QUARKUS_DATASOURCE_JDBC_URL"))
                .matches("jdbc:postgresql://127\\.0\\.0\\.1:\\d+/volume_service");
        var ports = services.specs().stream()
                .map(each -> each.environment().getOrDefault("QUARKUS_HTTP_PORT", each.name()))
                .collect(Collectors.toSet());
        assertThat(ports).hasSameSizeAs(services.specs());
    }

    @Test
    void eachAgentHasNodeRootAndPluginFolderOfItsOwnAndNoDatabase() {
        // Given
        LocalServices services = services();
        // When
        ProcessSpec spec = spec(services, "agent-node-2");
        // Then
        assertThat(spec.environment())
                .containsEntry("HAWSER_NODE", "node-2")
                .containsEntry("HAWSER_ANNOUNCE", "true")
                .containsEntry("HAWSER_ROOT", layout.node("node-2").toString())
                .containsEntry(
                        "HAWSER_PLUGIN_DIR", layout.pluginSockets("node-2").toString())
                .containsEntry(
                        "HAWSER_RUNTIME_SOCKET",
                        layout.pluginSockets("node-2").resolve("runtime").toString())
                .containsEntry(
                        "HAWSER_PLUGINS_REGISTRY_DIR",
                        layout.pluginRegistry("node-2").toString())
                .doesNotContainKey("QUARKUS_DATASOURCE_JDBC_URL");
    }

    @Test
    void theCommandsNameTheDataFolderAndHoldNoSecret() {
        // Given
        LocalServices services = services();
        String secret = layout.secrets().of("rest-token");
        // When
        List<ProcessSpec> specs = services.specs();
        // Then
        assertThat(specs).allSatisfy(spec -> assertThat(spec.command())
                .contains(Orphans.mark(layout.home()))
                .noneMatch(word -> word.contains(secret)));
    }

    @Test
    @DisplayName("Whole copies fit a small machine: "
            + "every JVM of ours compiles quickly, collects on one core, and has a small heap")
    void theJvmsFitASmallMachine() {
        // Given
        LocalServices services = services();
        // When
        List<ProcessSpec> specs = services.specs();
        // Then
        assertThat(specs).isNotEmpty().allSatisfy(spec -> assertThat(spec.command())
                .contains("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
                .anySatisfy(word -> assertThat(word).matches("-Xmx([1-9][0-9]{1,2})m")));
    }

    @Test
    @DisplayName("An agent gives back the heap that it does not need")
    void anAgentKeepsASmallHeap() {
        assertThat(spec(services(), "agent-node-1").command())
                .contains("-Xms16m", "-Xmn6m", "-XX:MaxHeapFreeRatio=25")
                .containsSubsequence("-Xmx128m", "-jar");
    }

    @Test
    void saysWhatIsNotBuilt() throws Exception {
        // Given
        Files.delete(project.resolve("node-agent/target/quarkus-app/quarkus-run.jar"));
        // When
        // Then
        assertThatThrownBy(() -> services().specs())
                .hasMessageContaining("node-agent")
                .hasMessageContaining("./hawser");
    }

    @Test
    void theEndpointsFileIsForTheCommandLineAndHoldsNoSecret() throws Exception {
        // Given
        var data = new DataServices(layout);
        Endpoints endpoints = Endpoints.of(layout, data, new LocalServices(project, layout, data));
        // When
        endpoints.writeTo(layout);
        // Then
        String text = Files.readString(layout.endpoints());
        var properties = new Properties();
        properties.load(new StringReader(text));
        assertThat(properties)
                .containsEntry("kafka", data.bootstrapServers())
                .containsEntry("volume-service", "http://127.0.0.1:" + layout.port("volume-service"))
                .containsEntry("token.file", layout.secrets().file("rest-token").toString());
        assertThat(text).doesNotContain(layout.secrets().of("rest-token"));
    }

    @Test
    @DisplayName("A backslash in the data folder's name is the same one for a reader of the endpoints' file")
    void aBackslashInAnEndpoint() throws Exception {
        // When
        new Endpoints(Map.of("token.file", "/a\\b/rest-token", "topics.prefix", "hawser")).writeTo(layout);
        // Then
        var properties = new Properties();
        properties.load(new StringReader(Files.readString(layout.endpoints())));
        assertThat(properties)
                .isEqualTo(Map.of(
                        "token.file",
                        "/a\\b/rest-token",
                        "topics.prefix",
                        "hawser",
                        "folder",
                        FolderId.of(layout.home())));
    }

    private LocalServices services() {
        return new LocalServices(project, layout, new DataServices(layout));
    }

    private static ProcessSpec spec(LocalServices services, String name) {
        return services.specs().stream()
                .filter(each -> each.name().equals(name))
                .findAny()
                .orElseThrow();
    }

    private static void touch(Path file) throws Exception {
        Files.createDirectories(file.getParent());
        Files.createFile(file);
    }
}
