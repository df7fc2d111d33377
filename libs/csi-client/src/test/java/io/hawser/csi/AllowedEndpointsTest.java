package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedEndpointsTest {
    private static final String PLUGIN = "csi.example.com";

    @TempDir
    Path folder;

    private static AllowedEndpoints allowed(String... entries) {
        return AllowedEndpoints.parse("hawser.x", List.of(entries));
    }

    @ParameterizedTest
    @DisplayName("An endpoint below a folder, or at an address, that an entry names is allowed")
    @CsvSource({
        "unix:///run/csi,  unix:///run/csi/a.sock",
        "unix:///run/csi/, unix:///run/csi/node-1/a.sock",
        "unix:///,         unix:///anywhere.sock",
        "tcp://host:9,     tcp://HOST:9",
        "tcp://host:*,     tcp://host:65535",
        "tcp://*.csi.svc:9808, tcp://ebs.csi.svc:9808",
        "tcp://*:*,        tcp://10.0.0.1:1",
        "tcp://[::1]:9,    tcp://[::1]:9",
        "csi.example.com=tcp://host:9, tcp://host:9",
    })
    void whatAnEntryNamesIsAllowed(String entry, String endpoint) {
        assertThat(allowed("unix:///elsewhere", entry).refusal(PLUGIN, CsiEndpoint.parse(endpoint)))
                .isEmpty();
    }

    @ParameterizedTest
    @DisplayName("Anything else is refused, in a sentence that names the setting")
    @CsvSource({
        "unix:///run/csi,  unix:///run/csi",
        "unix:///run/csi,  unix:///run/csix/a.sock",
        "unix:///run/csi,  unix:///run/a.sock",
        "unix:///,         tcp://127.0.0.1:1",
        "tcp://host:9,     tcp://host:90",
        "tcp://host:9,     tcp://other:9",
        "tcp://*:9,        tcp://host:8",
        "tcp://*.csi.svc:9, tcp://csi.svc:9",
        "tcp://*.csi.svc:9, tcp://evilcsi.svc:9",
        "tcp://*:*,        unix:///run/a.sock",
        "csi.other.com=tcp://host:9, tcp://host:9",
    })
    void anythingElseIsRefused(String entry, String endpoint) {
        assertThat(allowed("unix:///elsewhere", entry).refusal(PLUGIN, CsiEndpoint.parse(endpoint)))
                .hasValueSatisfying(message -> assertThat(message).contains("hawser.x", PLUGIN));
    }

    @Test
    @DisplayName("A plugin with entries of its own has no other endpoints, "
            + "so its name cannot be taken by one that all may have")
    void ownEntriesAreAll() {
        // Given
        AllowedEndpoints allowed = allowed("unix:///run/csi", "csi.example.com=tcp://host:9");
        // Then
        assertThat(allowed.refusal(PLUGIN, CsiEndpoint.parse("unix:///run/csi/a.sock")))
                .isPresent();
        assertThat(allowed.refusal("csi.other.com", CsiEndpoint.parse("unix:///run/csi/a.sock")))
                .isEmpty();
    }

    @ParameterizedTest
    @DisplayName("An example of what is allowed is allowed")
    @ValueSource(
            strings = {
                "unix:///run/csi",
                "unix:///",
                "tcp://host:9",
                "tcp://host:*",
                "tcp://*.csi.svc:9808",
                "tcp://*:*",
                "tcp://[::1]:9"
            })
    void anExampleIsAllowed(String entry) {
        // Given
        AllowedEndpoints allowed = allowed("csi.other.com=unix:///elsewhere", entry);
        // When
        String example = allowed.example("name").orElseThrow();
        // Then
        assertThat(allowed.refusal(PLUGIN, CsiEndpoint.parse(example))).isEmpty();
        assertThat(allowed().example("name")).isEmpty();
    }

    @Test
    @DisplayName("Without an entry nothing is allowed")
    void nothingWithoutEntries() {
        assertThat(allowed().refusal(PLUGIN, CsiEndpoint.parse("unix:///run/a.sock")))
                .isPresent();
    }

    @Test
    @DisplayName("A socket that is a link out of the folder, or below such a link, is refused at the call; "
            + "one that is not there is not")
    void linksStayBelowTheFolder() throws IOException {
        // Given
        Path real = Files.createDirectories(folder.resolve("plugins"));
        Files.createFile(folder.resolve("docker.sock"));
        Files.createFile(real.resolve("a.sock"));
        Files.createSymbolicLink(real.resolve("within.sock"), Path.of("a.sock"));
        Files.createSymbolicLink(real.resolve("out.sock"), folder.resolve("docker.sock"));
        Files.createSymbolicLink(real.resolve("up"), folder);
        Files.createSymbolicLink(folder.resolve("linked"), real);
        AllowedEndpoints allowed = allowed("unix://" + folder.resolve("linked"));
        // Then
        assertThat(List.of("a.sock", "within.sock", "nobody.sock"))
                .allSatisfy(name -> assertThat(now(allowed, name)).isEmpty());
        assertThat(List.of("out.sock", "up/docker.sock")).allSatisfy(name -> assertThat(now(allowed, name))
                .hasValueSatisfying(message -> assertThat(message).contains("is a link to", "hawser.x")));
        assertThat(allowed.refusalNow(PLUGIN, new CsiEndpoint.Unix("/elsewhere/a.sock")))
                .isEqualTo(allowed.refusal(PLUGIN, new CsiEndpoint.Unix("/elsewhere/a.sock")))
                .isPresent();
    }

    @Test
    @DisplayName("A folder of an entry that is not there holds no socket, wherever the link leads")
    void aFolderThatIsNotThereHoldsNothing() throws IOException {
        // Given
        Path socket = Files.createFile(folder.resolve("a.sock"));
        Path link = Files.createDirectories(folder.resolve("plugins")).resolve("a.sock");
        Files.createSymbolicLink(link, socket);
        AllowedEndpoints allowed = allowed("unix://" + link.getParent(), "unix://" + folder.resolve("nowhere"));
        // Then
        assertThat(allowed.refusalNow(PLUGIN, new CsiEndpoint.Unix(link.toString())))
                .isPresent();
    }

    private java.util.Optional<String> now(AllowedEndpoints allowed, String name) {
        return allowed.refusalNow(
                PLUGIN, new CsiEndpoint.Unix(folder.resolve("linked/" + name).toString()));
    }

    @ParameterizedTest
    @DisplayName("An entry that is no folder and no address stops the service, with a sentence that shows it")
    @ValueSource(
            strings = {
                "",
                "/run/csi",
                "unix://run",
                "unix:///run/../etc",
                "tcp://host",
                "tcp://ho*st:9",
                "tcp://*host:9",
                "tcp://host:9/path",
                "tcp://user@host:9",
                "=unix:///run",
                "a b=unix:///run",
                "http://host:9"
            })
    void whatIsNoEntryIsRefused(String entry) {
        assertThatThrownBy(() -> allowed(entry))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("hawser.x: '" + entry + "'");
    }
}
