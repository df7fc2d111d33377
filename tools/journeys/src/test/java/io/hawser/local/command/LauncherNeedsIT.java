package io.hawser.local.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.local.command.Copy.Said;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What {@code ./hawser} needs of the machine: a JDK, Maven and namespaces. */
class LauncherNeedsIT extends EmptyProject {
    @Test
    @DisplayName("the JDK that JAVA_HOME names is taken")
    void theJdkOfJavaHomeIsTaken() throws Exception {
        // Given
        Path named = jdk(folder.resolve("named"), "26");

        // When
        Said built = hawser(Map.of("JAVA_HOME", named.toString()), "build");

        // Then
        assertThat(built.exit()).as("%s", built).isZero();
        assertThat(home.resolve("built-with")).hasContent(named.toString());
    }

    @Test
    @DisplayName("a JDK in JAVA_HOME that is too old is passed over for one in the usual folders")
    void anOldJdkIsPassedOver() throws Exception {
        // Given
        Path old = jdk(folder.resolve("old"), "21.0.4");

        // When
        Said built = hawser(Map.of("JAVA_HOME", old.toString()), "build");

        // Then
        assertThat(built.exit()).as("%s", built).isZero();
        Path taken = Path.of(Files.readString(home.resolve("built-with")).strip());
        assertThat(taken).isNotEqualTo(old);
        assertThat(taken.resolve("release")).content().containsPattern("JAVA_VERSION=\"(2[5-9]|[3-9]\\d)");
    }

    @Test
    @DisplayName(
            "what the shell has for a Kafka elsewhere does not reach what is started here, but up takes the prefix")
    void aKafkaElsewhere() throws Exception {
        // Given
        built();
        script(
                jdk.resolve("bin/java"),
                "echo \"${KAFKA_SASL_MECHANISM-} ${KAFKA_SSL_PROTOCOL-} ${HAWSER_TOPICS_PREFIX-}.\"");
        Map<String, String> shell = Map.of(
                "JAVA_HOME", jdk.toString(),
                "KAFKA_SASL_MECHANISM", "PLAIN",
                "KAFKA_SSL_PROTOCOL", "TLSv1.3",
                "HAWSER_BOOTSTRAP", "broker:9092",
                "HAWSER_TOPICS_PREFIX", "prod");

        // Then
        assertThat(hawser(shell, "demo").out()).isEqualTo("  .\n");
        Said up = hawser(shell, "up");
        assertThat(up.out()).isEqualTo("  prod.\n");
        assertThat(up.err()).contains("unset KAFKA_SASL_MECHANISM KAFKA_SSL_PROTOCOL HAWSER_BOOTSTRAP\n");
        script(path.resolve("mvn"), "echo \"BUILD for ${KAFKA_SASL_MECHANISM-}${HAWSER_TOPICS_PREFIX-nothing else}\"");
        hawser(shell, "test");
        assertThat(project.resolve("target/hawser-test.log")).content().contains("BUILD for nothing else");
        assertThat(hawser(shell, "volume", "list").out()).isEqualTo("PLAIN TLSv1.3 prod.\n");
    }

    @Test
    @DisplayName("without Maven a sentence says what to install")
    void withoutMaven() throws Exception {
        Files.delete(path.resolve("mvn"));
        assertRefused("build", "hawser: found no mvn on the PATH: install Maven 3.8 or newer.\n");
    }

    @Test
    @DisplayName("without unshare a sentence says what to install, before anything is built")
    void withoutUnshare() throws Exception {
        Files.delete(path.resolve("unshare"));
        assertRefused("demo", "hawser: found no program unshare on the PATH: install util-linux.\n");
    }

    @Test
    @DisplayName("where user namespaces are denied a sentence says so, before anything is built")
    void withoutNamespaces() throws Exception {
        Files.delete(path.resolve("unshare"));
        script(path.resolve("unshare"), "echo unshare failed: Operation not permitted >&2; exit 1");
        assertRefused(
                "demo",
                "hawser: this needs user namespaces, which this system denies: allow them (on Ubuntu: sysctl"
                        + " kernel.apparmor_restrict_unprivileged_userns=0; elsewhere: sysctl user.max_user_namespaces,"
                        + " or the policy of the container), or run it as root.\n");
    }

    @Test
    @DisplayName("A command that asks does not end as if nothing was found where the launcher itself failed")
    void theLauncherFails() throws Exception {
        // Given
        Files.delete(path.resolve("mvn"));

        // Then
        assertThat(hawser(Map.of("JAVA_HOME", jdk.toString()), "volume", "status", "data")
                        .exit())
                .isEqualTo(70);
    }

    private void assertRefused(String command, String sentence) throws Exception {
        assertThat(hawser(Map.of("JAVA_HOME", jdk.toString()), command)).isEqualTo(new Said(70, "", sentence));
        assertThat(home.resolve("built-with")).doesNotExist();
    }
}
