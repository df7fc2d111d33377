package io.hawser.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.v1.Plugin;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What {@code plugin} says of what the services know. */
class PluginCommandsIT extends CommandLineFixture {
    @Test
    @DisplayName("A list that lacks a name says where to look, and plugins have their capabilities' names for machines")
    void listsForMachinesNameCapabilities() {
        // Given
        services.answer("/v1/plugins", """
                {"items":[{"name":"p","controllerCapabilities":["CREATE_DELETE_VOLUME","99"],
                  "pluginCapabilities":["CONTROLLER_SERVICE"],"capabilitiesKnown":true}]}""");

        // When
        int exit = hawser("plugin", "get", "p", "q", "-o", "json");

        // Then
        assertThat(exit).isEqualTo(1);
        assertThat(out.toString())
                .containsSubsequence("CREATE_DELETE_VOLUME", "99")
                .contains("\"CONTROLLER_SERVICE\"");
        assertThat(err.toString())
                .startsWith("hawser: no plugin is called q;")
                .contains("./hawser plugin list` shows which there are");
    }

    @Test
    @DisplayName("plugin status counts the plugin's own volumes, which the service selects")
    void whoUsesAPlugin() {
        // Given
        services.answer("/v1/plugins/p", Plugin.newBuilder().setName("p").build())
                .answer("/v1/plugins/p/instances", "{\"items\":[]}")
                .answer("/v1/plugins/p/nodes", "{\"items\":[]}")
                .answer("/v1/volumes", "{\"items\":[{\"name\":\"another\"},{\"name\":\"v1\"}]}")
                .answer("/v1/volumes?limit=500&fieldSelector=spec.plugin=p", """
                        {"items":[{"name":"v1","moreNodes":1,"nodes":[{"node":"n1"}]}]}""")
                .answer("/v1/volumes/v1/nodes", "{\"items\":[{\"node\":\"n1\"},{\"node\":\"n2\"}]}");

        // When
        int exit = hawser("plugin", "status", "p");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString()).containsPattern("used by +1 volumes, on 2 nodes: v1\n");
    }

    @Test
    @DisplayName("plugin status --watch prints it again when it has changed, and ends when it is gone")
    void watchAPlugin() {
        // Given
        services.answers(
                        "/v1/plugins/p",
                        "{\"name\":\"p\",\"vendorVersion\":\"1\"}",
                        "{\"name\":\"p\",\"vendorVersion\":\"2\"}",
                        "")
                .answer("/v1/plugins/p/instances", "{\"items\":[]}")
                .answer("/v1/plugins/p/nodes", "{\"items\":[]}")
                .answer("/v1/volumes", "{\"items\":[]}");

        // When
        int exit = hawser("plugin", "status", "p", "--watch");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString()).containsPattern("(?s)version +1.*\n\nPLUGIN .*version +2");
        assertThat(err.toString()).contains("plugin p is gone");
    }

    @Test
    @DisplayName("plugin list --watch names a missing name once, and again if it has been there in between")
    void aWatchNamesAMissingNameOnce() throws Exception {
        // Given
        services.answers("/v1/plugins", plugins("p", "1"), plugins("p", "2"), plugins("p", "3"));

        // When
        Thread watcher = Thread.ofPlatform().start(() -> hawser("plugin", "list", "p", "q", "--watch"));

        // Then
        await().untilAsserted(() -> assertThat(out.toString()).containsSubsequence(" 1 ", " 2 ", " 3 "));
        assertThat(err.toString().lines().filter(line -> line.contains("no plugin is called q")))
                .hasSize(1);

        // When: not before, because the watch goes on while this test looks
        services.answers("/v1/plugins", plugins("q", "4"), plugins("p", "5"));

        // Then
        await().untilAsserted(() -> assertThat(out.toString()).containsSubsequence(" 3 ", " 4 ", " 5 "));
        assertThat(err.toString().lines().filter(line -> line.contains("no plugin is called q")))
                .hasSize(2);
        watcher.interrupt();
        assertThat(watcher.join(Duration.ofMinutes(1))).isTrue();
    }

    private static String plugins(String name, String version) {
        return "{\"items\":[{\"name\":\"" + name + "\",\"vendorVersion\":\"" + version + "\"}]}";
    }
}
