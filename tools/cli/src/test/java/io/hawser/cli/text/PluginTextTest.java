package io.hawser.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.v1.Plugin;
import io.hawser.v1.PluginInstance;
import io.hawser.v1.PluginRole;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PluginTextTest {
    @Test
    @Tag("nomad-W25")
    @DisplayName("Each capability is shown by itself: none brings those that CSI numbers higher along")
    void eachCapabilityByItself() {
        Arrays.stream(ControllerServiceCapability.RPC.Type.values())
                .filter(type -> type != ControllerServiceCapability.RPC.Type.UNRECOGNIZED)
                .forEach(type -> {
                    // When
                    String status = PluginText.status(Plugin.newBuilder()
                            .setName("csi.example.com")
                            .setCapabilitiesKnown(true)
                            .addControllerCapabilities(type.getNumber())
                            .build());
                    // Then
                    assertThat(status.lines().filter(line -> line.startsWith("controller can")))
                            .singleElement()
                            .asString()
                            .isEqualToIgnoringWhitespace("controller can " + type.name());
                });
    }

    @Test
    @DisplayName("An instance is shown with what it was registered for, both its versions, its options and its reason")
    void anInstance() {
        // When
        String status = PluginText.status(Plugin.newBuilder()
                .setName("csi.example.com")
                .addTopologyKeys("zone")
                .addTopologyKeys("rack")
                .addInstances(PluginInstance.newBuilder()
                        .setName("a")
                        .setNode("node-1")
                        .setRole(PluginRole.PLUGIN_ROLE_CONTROLLER)
                        .setVersion("v2")
                        .setVendorVersion("2.1.0")
                        .putOptions("zone", "z1")
                        .putOptions("by", "ci")
                        .setEndpoint("relay:node-1/csi.example.com")
                        .setMessage("does not answer"))
                .setInstancesExpected(1)
                .build());
        // Then
        assertThat(status)
                .contains("zone, rack")
                .contains("not healthy, on node-1, registered for the controller, registered as version v2,"
                        + " says version 2.1.0, by=ci, zone=z1, relay:node-1/csi.example.com: does not answer");
    }
}
