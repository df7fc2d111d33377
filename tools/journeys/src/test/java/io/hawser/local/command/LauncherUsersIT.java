package io.hawser.local.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.local.command.Copy.Said;
import io.hawser.mounts.MountTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Who types {@code ./hawser}: root, or an ordinary user, whose mounts end with what is run. */
class LauncherUsersIT extends EmptyProject {
    @Test
    @DisplayName("an ordinary user's tests make mounts, in a namespace that nobody else sees")
    void anOrdinaryUserMakesMounts() throws Exception {
        // Given
        Path other = Files.createDirectory(home.resolve("other"));
        Files.writeString(Files.createDirectory(home.resolve("one")).resolve("file"), "seen through the mount\n");
        script(
                path.resolve("mvn"),
                "cd \"$HOME\"; mount --bind one other && cat other/file && echo user $(id -u), Maven $MAVEN_OPTS");

        // When
        Said tested = asUser(65534, "test");

        // Then
        assertThat(tested.exit()).as("%s", tested).isZero();
        assertThat(project.resolve("target/hawser-test.log"))
                .content()
                .contains("seen through the mount\nuser 0, Maven");
        assertThat(other).isEmptyDirectory();
        assertThat(MountTable.read().pointsBelow(folder)).isEmpty();
    }

    @Test
    @DisplayName(
            "The mounts of up end with it for an ordinary user, and not for root, even for the root of a container")
    void upIsToldWhoseItsMountsAre() throws Exception {
        // Given
        built();

        // When
        Said ofAUser = asUser(65534, "up");
        Said ofRoot = asUser(0, "up");

        // Then
        assertThat(ofAUser.out()).contains(" -Dhawser.mount-namespace=own ");
        assertThat(ofRoot.out()).contains(" -Dhawser.mount-namespace=shared ");
    }

    @Test
    @DisplayName("A user who cannot write where another one has built reads whose folder it is")
    void builtByAnotherUser() throws Exception {
        // Given
        Path lock = Files.createDirectories(project.resolve("target")).resolve("hawser-build.lock");
        Files.setPosixFilePermissions(Files.createFile(lock), Set.of());

        // When
        Said built = asUser(65534, "build");

        // Then
        assertThat(built.exit()).isEqualTo(70);
        assertThat(built.err()).startsWith("hawser: this user cannot write to " + project.resolve("target"));
    }

    /** As this user, root or not, in a user namespace that maps no other user; any user may create one. */
    private Said asUser(int id, String command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                found("unshare").toString(),
                "--user",
                "--map-user=" + id,
                "--map-group=" + id,
                "--",
                project.resolve("hawser").toString(),
                command);
        builder.environment().put("JAVA_HOME", jdk.toString());
        return said(builder);
    }
}
