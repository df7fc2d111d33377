package io.hawser.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The units that run plugins. */
class SystemdUnitsTest {
    private static final String CONTROLLER = "hawser-plugin@.service";
    private static final String NODE = "hawser-node-plugin@.service";
    private static final Path VERIFIER = Path.of("/usr/bin/systemd-analyze");

    /** Each of them gives a service a mount namespace of its own (systemd.exec, "Mount propagation"). */
    private static final List<String> OWN_MOUNTS = List.of(
            "ProtectSystem",
            "ProtectHome",
            "PrivateTmp",
            "PrivateDevices",
            "PrivateMounts",
            "PrivateUsers",
            "ProtectKernelTunables",
            "ProtectKernelModules",
            "ProtectKernelLogs",
            "ProtectControlGroups",
            "ProtectProc",
            "ProtectHostname",
            "ReadOnlyPaths",
            "ReadWritePaths",
            "InaccessiblePaths",
            "BindPaths",
            "TemporaryFileSystem",
            "DynamicUser",
            "RootDirectory");

    @ParameterizedTest
    @ValueSource(strings = {CONTROLLER, NODE})
    @DisplayName("A unit runs `hawser plugin run` in the folder where node-agent looks, and outlasts its stop")
    void runs(String unit) throws IOException {
        // When
        Map<String, String> settings = service(unit);

        // Then
        assertThat(settings.get("ExecStart"))
                .isEqualTo("/opt/hawser/hawser plugin run --plugins /var/lib/hawser/plugins"
                        + " --log /var/log/hawser/plugins/%i/plugin.log %i -- $COMMAND");
        assertThat(settings)
                .containsEntry("StateDirectory", "hawser/plugins/%i")
                // Of its own, as systemd gives the folder with all that is in it to the user of the unit that starts.
                .containsEntry("LogsDirectory", "hawser/plugins/%i")
                // The command passes SIGTERM on itself, and ends with Java's code for it. What a node's driver has
                // started for mounts must outlive it.
                .containsEntry("KillMode", unit.equals(NODE) ? "process" : "mixed")
                .containsEntry("SuccessExitStatus", "143")
                .containsEntry("NoNewPrivileges", "yes");
        // The command's own limit is 20 s.
        assertThat(Integer.parseInt(settings.getOrDefault("TimeoutStopSec", "0")))
                .isGreaterThan(20);
    }

    @Test
    @DisplayName("A controller has no capability, is not root, and writes only its own files")
    void controller() throws IOException {
        // Then
        assertThat(service(CONTROLLER))
                .containsEntry("CapabilityBoundingSet", "")
                .containsEntry("User", "hawser")
                .containsEntry("ProtectSystem", "strict")
                .containsEntry("PrivateDevices", "yes")
                .doesNotContainKeys("ReadWritePaths", "AmbientCapabilities");
    }

    @Test
    @DisplayName("A driver that mounts does so in the machine's mount namespace, and may give files to a group")
    void node() throws IOException {
        // When
        Map<String, String> settings = service(NODE);

        // Then
        assertThat(settings).doesNotContainKeys(OWN_MOUNTS.toArray(String[]::new));
        assertThat(settings.get("CapabilityBoundingSet").split(" "))
                .contains("CAP_SYS_ADMIN", "CAP_CHOWN", "CAP_DAC_READ_SEARCH", "CAP_FOWNER", "CAP_FSETID")
                .noneMatch(capability -> capability.startsWith("~"));
    }

    @ParameterizedTest
    @ValueSource(strings = {CONTROLLER, NODE})
    @DisplayName("systemd finds nothing wrong with a unit, where systemd is")
    void verified(String unit, @TempDir Path folder) throws Exception {
        // Given: a command that is on this machine, too
        Assumptions.assumeTrue(Files.isExecutable(VERIFIER), "no systemd-analyze");
        Path copy = folder.resolve(unit);
        Files.writeString(copy, Files.readString(Path.of("systemd", unit)).replace("/opt/hawser/hawser", "/bin/sh"));

        // When
        Process verify = new ProcessBuilder(VERIFIER.toString(), "verify", copy.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(verify.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        // Then: it may say things of the machine's other units
        verify.waitFor();
        assertThat(said.lines().filter(line -> line.contains("hawser"))).isEmpty();
    }

    private static Map<String, String> service(String unit) throws IOException {
        Map<String, String> settings = new HashMap<>();
        Optional<String> section = Optional.empty();
        for (String line : Files.readAllLines(Path.of("systemd", unit))) {
            if (line.startsWith("[")) {
                section = Optional.of(line);
            } else if (section.equals(Optional.of("[Service]")) && line.contains("=") && !line.startsWith("#")) {
                String[] setting = line.split("=", 2);
                settings.put(setting[0], setting[1]);
            }
        }
        return settings;
    }
}
