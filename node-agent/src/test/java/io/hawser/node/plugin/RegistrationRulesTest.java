package io.hawser.node.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.csi.AllowedEndpoints;
import io.hawser.csi.CsiEndpoint;
import io.hawser.node.plugin.RegistrationRules.Mapping;
import io.hawser.node.plugin.RegistrationRules.Verdict;
import io.hawser.pluginregistration.v1.PluginInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistrationRulesTest {
    private static final Path REGISTRATION = Path.of("/h/plugins_registry/x-reg.sock");
    private static final PluginInfo GOOD = PluginInfo.newBuilder()
            .setType("CSIPlugin")
            .setName("x.example")
            .setEndpoint("/var/lib/kubelet/plugins/x/csi.sock")
            .addSupportedVersions("1.0.0")
            .build();

    private final RegistrationRules rules = new RegistrationRules(
            List.of(Mapping.parse("paths", "/var/lib/kubelet/plugins=/h/plugins")),
            AllowedEndpoints.parse("hawser.plugin-dir", List.of("unix:///h/plugins", "unix:///h/plugins_registry")));

    @Test
    @DisplayName("A driver's path is the same socket on this side, with and without a scheme; no path: this socket")
    void paths() {
        assertThat(judge(GOOD)).isEqualTo(ask("/h/plugins/x/csi.sock"));
        assertThat(judge(GOOD.toBuilder()
                        .setEndpoint("unix:///var/lib/kubelet/plugins/x/csi.sock")
                        .build()))
                .isEqualTo(ask("/h/plugins/x/csi.sock"));
        assertThat(judge(GOOD.toBuilder()
                        .setEndpoint("/h/plugins/deep/in/csi.sock")
                        .build()))
                .isEqualTo(ask("/h/plugins/deep/in/csi.sock"));
        assertThat(judge(GOOD.toBuilder().clearEndpoint().build())).isEqualTo(ask(REGISTRATION.toString()));
    }

    @Test
    @DisplayName("What is no CSI plugin of version 1.x at an allowed endpoint is refused, naming the field")
    void refusals() {
        refused(GOOD.toBuilder().setType("DevicePlugin").build(), "type", "DevicePlugin");
        refused(GOOD.toBuilder().clearName().build(), "name", "empty");
        refused(GOOD.toBuilder().clearSupportedVersions().build(), "supported_versions", "[]");
        refused(
                GOOD.toBuilder()
                        .clearSupportedVersions()
                        .addSupportedVersions("0.3.0")
                        .addSupportedVersions("10.1")
                        .build(),
                "supported_versions",
                "0.3.0");
        refused(GOOD.toBuilder().setEndpoint("/run/docker.sock").build(), "endpoint", "/run/docker.sock");
        refused(
                GOOD.toBuilder()
                        .setEndpoint("/var/lib/kubelet/plugins/../../x.sock")
                        .build(),
                "endpoint",
                "..");
        refused(GOOD.toBuilder().setEndpoint("tcp://1.2.3.4:5").build(), "endpoint", "tcp");
        refused(
                GOOD.toBuilder()
                        .setEndpoint("/h/plugins/" + "x".repeat(100) + ".sock")
                        .build(),
                "endpoint",
                "107");
    }

    @Test
    @DisplayName("A path below the plugin folder that is a link leading out of it is refused")
    void links(@TempDir Path folder) throws Exception {
        // Given
        Path plugins = Files.createDirectory(folder.resolve("plugins"));
        Path outside = Files.createFile(folder.resolve("outside.sock"));
        Files.createSymbolicLink(plugins.resolve("x.sock"), outside);
        RegistrationRules strict = new RegistrationRules(
                List.of(), AllowedEndpoints.parse("hawser.plugin-dir", List.of("unix://" + plugins)));

        // When
        Verdict verdict = strict.judge(
                GOOD.toBuilder()
                        .setEndpoint(plugins.resolve("x.sock").toString())
                        .build(),
                REGISTRATION);

        // Then
        assertThat(verdict).isInstanceOfSatisfying(Verdict.Refuse.class, refuse -> assertThat(refuse.message())
                .contains("endpoint", "outside.sock"));
    }

    @Test
    @DisplayName("A false name is refused, and a mapping that is none stops the start")
    void names() {
        assertThat(RegistrationRules.misnamed(GOOD, "x.example")).isEmpty();
        assertThat(RegistrationRules.misnamed(GOOD, "y.example"))
                .hasValueSatisfying(message -> assertThat(message).contains("name", "x.example", "y.example"));
        for (String text : List.of("", "/a", "a=/b", "/a=", "/a=b", "=/b")) {
            assertThatThrownBy(() -> Mapping.parse("hawser.plugins-registry-paths", text))
                    .hasMessageContaining("hawser.plugins-registry-paths");
        }
    }

    private void refused(PluginInfo info, String... words) {
        assertThat(judge(info)).isInstanceOfSatisfying(Verdict.Refuse.class, refuse -> assertThat(refuse.message())
                .contains(words));
    }

    private Verdict judge(PluginInfo info) {
        return rules.judge(info, REGISTRATION);
    }

    private static Verdict ask(String path) {
        return new Verdict.Ask(new CsiEndpoint.Unix(path));
    }
}
