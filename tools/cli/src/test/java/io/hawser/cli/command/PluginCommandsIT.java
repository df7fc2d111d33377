package io.hawser.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.Plugin;
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
                .answer("/v1/volumes?limit=500&fieldSelector=spec.plugin=p", "{\"items\":[{\"name\":\"v1\"}]}");

        // When
        int exit = hawser("plugin", "status", "p");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString()).containsPattern("used by +1 volumes, on 0 nodes: v1\n");
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
}
