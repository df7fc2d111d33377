package io.hawser.local.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.cli.command.HawserCli;
import io.hawser.local.command.Copy.Said;
import io.hawser.mounts.MountTable;
import io.hawser.strict.StrictPluginMain;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script {@code ./hawser} itself, in a project folder that holds nothing else, with a PATH on which {@code mvn} is
 * a script of the test.
 */
class LauncherIT {
    private static final List<String> TOOLS = List.of(
            "awk",
            "bash",
            "cat",
            "dirname",
            "env",
            "find",
            "flock",
            "grep",
            "head",
            "id",
            "mkdir",
            "mount",
            "mv",
            "readlink",
            "rm",
            "sed",
            "tail",
            "tee",
            "touch",
            "true",
            "unshare");

    @TempDir
    private Path folder;

    private Path project;
    private Path path;
    private Path home;
    private Path jdk;

    @BeforeEach
    void anEmptyProject() throws Exception {
        project = Files.createDirectory(folder.resolve("project"));
        path = Files.createDirectory(folder.resolve("path"));
        home = Files.createDirectory(folder.resolve("home"));
        Files.copy(Programs.PROJECT.resolve("hawser"), project.resolve("hawser"), StandardCopyOption.COPY_ATTRIBUTES);
        for (String tool : TOOLS) {
            Files.createSymbolicLink(path.resolve(tool), found(tool));
        }
        script(path.resolve("mvn"), "echo \"$JAVA_HOME\" > \"$HOME/built-with\"");
        jdk = jdk(home.resolve(".jdks/newest"), "25.0.1");
    }

    /** Whoever deletes the folder need not wonder about links that lead out of it. */
    @AfterEach
    void noLinks() throws Exception {
        for (String tool : TOOLS) {
            Files.deleteIfExists(path.resolve(tool));
        }
    }

    @Test
    @DisplayName("help names every command there is")
    void helpNamesEveryCommand() throws Exception {
        // When
        Said help = hawser(Map.of(), "help");

        // Then
        assertThat(help.exit()).isZero();
        List<String> commands =
                new ArrayList<>(HawserCli.commandLine(Map.of()).getSubcommands().keySet());
        commands.addAll(LocalCommand.commandLine().getSubcommands().keySet());
        commands.addAll(List.of("build", "test", "bench", "conformance", "strict-plugin"));
        assertThat(commands).contains("demo", "up", "volume").allSatisfy(command -> assertThat(help.out())
                .containsPattern("(?m)^  (\\w+, )?" + command + "\\b"));
    }

    @Test
    @DisplayName("a command that does not exist is named, and nothing is built for it")
    void anUnknownCommandIsNamed() throws Exception {
        assertThat(hawser(Map.of(), "frobnicate"))
                .isEqualTo(new Said(2, "", "hawser: no command is called 'frobnicate'; ./hawser help lists them.\n"));
        assertThat(hawser(Map.of(), "volumes").err()).contains("did you mean ./hawser volume?");
        assertThat(hawser(Map.of(), "stauts").err()).contains("did you mean ./hawser status?");
        assertThat(hawser(Map.of(), "dwon").err()).doesNotContain("did you mean");
        assertThat(home.resolve("built-with")).doesNotExist();
    }

    @Test
    @DisplayName("version prints for people or machines, and takes nothing else")
    void version() throws Exception {
        assertThat(hawser(Map.of(), "version")).isEqualTo(new Said(0, "hawser 0.1.0-SNAPSHOT\n", ""));
        assertThat(hawser(Map.of(), "version", "-o", "json")
                        .json()
                        .path("version")
                        .asText())
                .isEqualTo("0.1.0-SNAPSHOT");
        Said wrong = hawser(Map.of(), "version", "--foo");
        assertThat(wrong.exit()).isEqualTo(2);
        assertThat(wrong.err()).contains("--output table|json, not '--foo'");
    }

    @Test
    @DisplayName("--help and help COMMAND say how a command is typed, with exit 0, and nothing is built or done for it")
    void helpDoesNothingElse() throws Exception {
        for (String command : List.of("up", "down", "demo", "bench", "test", "build", "mutate", "volume", "network")) {
            Said asked = hawser(Map.of(), command, "--help");
            assertThat(asked.exit()).as(command).isZero();
            assertThat(asked.out())
                    .startsWith("Usage: ./hawser " + command + " ")
                    .containsPattern("(?m)^  (\\w+, )?" + command + "\\b");
            assertThat(hawser(Map.of(), "help", command)).isEqualTo(asked);
        }
        assertThat(home.resolve("built-with")).doesNotExist();
    }

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
    @DisplayName("a build that fails shows the end of its log, and is tried again next time")
    void aFailedBuildShowsItsLog() throws Exception {
        // Given
        script(path.resolve("mvn"), "echo the reason; exit 1");

        // When
        Said first = hawser(Map.of(), "build");
        Said second = hawser(Map.of(), "build");

        // Then
        assertThat(List.of(first, second)).allSatisfy(said -> {
            assertThat(said.exit()).isEqualTo(1);
            assertThat(said.err()).contains("the reason").contains("hawser: the build failed; the whole log is");
        });
    }

    @Test
    @DisplayName("what is newer than its sources is not built again; a source that was saved since is")
    void whatIsUpToDateIsNotBuiltAgain() throws Exception {
        // Given
        Path source = built();

        // When
        Said first = hawser(Map.of(), "build");
        boolean builtAtOnce = Files.exists(home.resolve("built-with"));
        Files.setLastModifiedTime(source, FileTime.from(Instant.now()));
        Said second = hawser(Map.of(), "build");

        // Then
        assertThat(List.of(first, second)).extracting(Said::exit).containsOnly(0);
        assertThat(builtAtOnce).isFalse();
        assertThat(home.resolve("built-with")).exists();
    }

    @Test
    @DisplayName("a change in a test alone is no reason to build; the samples of proto are packed, and are one")
    void testsAreNotBuilt() throws Exception {
        // Given
        built();
        Files.createFile(Files.createDirectories(project.resolve("tools/local/src/test/java"))
                .resolve("SourceTest.java"));

        // When
        Said first = hawser(Map.of(), "build");
        boolean builtForATest = Files.exists(home.resolve("built-with"));
        Files.createFile(Files.createDirectories(project.resolve("proto/src/test/samples"))
                .resolve("volume.json"));
        Said second = hawser(Map.of(), "build");

        // Then
        assertThat(List.of(first, second)).extracting(Said::exit).containsOnly(0);
        assertThat(builtForATest).isFalse();
        assertThat(home.resolve("built-with")).exists();
    }

    @Test
    @DisplayName("what is built says what is wrong with a line, before what has changed since is built")
    void aWrongLineIsNamedBeforeABuild() throws Exception {
        // Given
        Files.setLastModifiedTime(built("local", "cli", "bench", "conformance"), FileTime.from(Instant.now()));
        script(jdk.resolve("bin/java"), "[[ $* != *.Check* ]] || { echo \"hawser: wrong: $*\" >&2; exit 2; }");

        for (String command : List.of("up", "demo", "bench", "conformance")) {
            // When
            Said said = hawser(Map.of("JAVA_HOME", jdk.toString()), command, "--nope");

            // Then
            assertThat(said.exit()).as("%s", said).isEqualTo(2);
            String module = command.matches("up|demo") ? "local" : command;
            assertThat(said.err())
                    .contains("./hawser build")
                    .contains(" io.hawser." + module + ".Check ")
                    .endsWith(" --nope\n");
            assertThat(Programs.PROJECT.resolve(
                            "tools/" + module + "/src/main/java/io/hawser/" + module + "/Check.java"))
                    .exists();
        }
        assertThat(home.resolve("built-with")).doesNotExist();
    }

    @Test
    @DisplayName("what is too old to check a line does not keep it from being built and run")
    void whatCannotCheckIsBuilt() throws Exception {
        // Given
        Files.setLastModifiedTime(built(), FileTime.from(Instant.now()));
        script(jdk.resolve("bin/java"), "[[ $* != *.Check* ]] || { echo no such class >&2; exit 1; }; echo \"$*\"");

        // When
        Said up = hawser(Map.of("JAVA_HOME", jdk.toString()), "up", "--detach");

        // Then
        assertThat(up.out()).endsWith(" io.hawser.local.Main up --detach\n");
        assertThat(up.err()).doesNotContain("no such class");
        assertThat(home.resolve("built-with")).exists();
    }

    @Test
    @DisplayName(
            "down and the commands run what is built, and say so, when the sources have changed and do not compile")
    void whatIsBuiltRunsOverABrokenSource() throws Exception {
        // Given
        Path source = built();
        Files.setLastModifiedTime(source, FileTime.from(Instant.now()));
        script(path.resolve("mvn"), "touch \"$HOME/built-with\"; exit 1");

        // When
        Said down = hawser(Map.of("JAVA_HOME", jdk.toString()), "down");
        Said status = hawser(Map.of("JAVA_HOME", jdk.toString()), "status");
        Said up = hawser(Map.of("JAVA_HOME", jdk.toString()), "up");

        // Then
        assertThat(List.of(down, status)).allSatisfy(said -> {
            assertThat(said.exit()).as("%s", said).isZero();
            assertThat(said.err()).contains("./hawser build").doesNotContain("Building");
        });
        assertThat(down.out()).endsWith(" io.hawser.local.Main down\n");
        assertThat(status.out()).endsWith(" io.hawser.cli.Main status\n");
        assertThat(up.exit()).isEqualTo(1);
        assertThat(up.err()).contains("the build failed");
    }

    @Test
    @DisplayName("conformance and strict-plugin start the programs of their modules, with what was typed")
    void developersProgramsGetWhatWasTyped() throws Exception {
        // Given
        built();
        Map<String, String> environment = Map.of("JAVA_HOME", jdk.toString());

        // When
        Said conformance = hawser(environment, "conformance", "--quick");
        Said plugin = hawser(environment, "strict-plugin", "--endpoint", "unix:/a/socket");

        // Then
        assertThat(conformance.out())
                .endsWith(jar("tools/conformance", "hawser-conformance") + " io.hawser.conformance.Main --quick\n");
        assertThat(Programs.PROJECT.resolve("tools/conformance/src/main/java/io/hawser/conformance/Main.java"))
                .exists();
        assertThat(plugin.out())
                .endsWith(jar("tools/strict-plugin", "hawser-strict-plugin") + " " + StrictPluginMain.class.getName()
                        + " --endpoint unix:/a/socket\n");
    }

    /** The end of the class path of a program. */
    private String jar(String module, String artifact) throws Exception {
        Path target = project.toRealPath().resolve(module).resolve("target");
        return " -cp " + target.resolve("lib") + "/*:" + target.resolve(artifact + "-0.1.0-SNAPSHOT.jar");
    }

    @Test
    @DisplayName("down builds what it needs where nothing is built")
    void downBuildsWhereNothingIsBuilt() throws Exception {
        // When
        Said down = hawser(Map.of("JAVA_HOME", jdk.toString()), "down");

        // Then
        assertThat(down.out()).endsWith(" io.hawser.local.Main down\n");
        assertThat(home.resolve("built-with")).exists();
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
                "hawser: this needs user namespaces, which this system denies (sysctl user.max_user_namespaces,"
                        + " or a policy of AppArmor or of the container): allow them.\n");
    }

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
    @DisplayName("test --containers without an engine says what to do in a sentence and ends with 2; nothing is built")
    void testsOnContainersNeedAnEngine() throws Exception {
        // Given
        String todo = "): start one, or set DOCKER_HOST to one that runs; ./hawser test needs no engine.\n";
        // Then
        assertThat(hawser(Map.of(), "test", "--containers"))
                .isEqualTo(new Said(
                        2, "", "hawser: no container engine answers (found no docker command on the PATH" + todo));
        // When
        script(path.resolve("docker"), "echo; echo Cannot connect. >&2; exit 1");
        // Then
        assertThat(hawser(Map.of(), "test", "--containers"))
                .isEqualTo(new Said(2, "", "hawser: no container engine answers (Cannot connect." + todo));
        assertThat(home.resolve("built-with")).doesNotExist();
    }

    @Test
    @DisplayName("test --containers packages all, then plays integration tests with that property on docker's engine")
    void testsOnContainers() throws Exception {
        // Given
        script(path.resolve("docker"), "[[ $1 == version ]] && echo 29.1.0 || echo unix:///run/engine.sock");
        script(path.resolve("mvn"), "echo $DOCKER_HOST: $*");

        // When
        Said tested = hawser(Map.of(), "test", "--containers", "-Dmine");

        // Then
        assertThat(tested.exit()).as("%s", tested).isZero();
        assertThat(Files.readAllLines(project.resolve("target/hawser-test.log")))
                .satisfiesExactly(
                        packaging -> assertThat(packaging)
                                .startsWith("unix:///run/engine.sock: ")
                                .endsWith(" -Dmine -DskipUnits=true package"),
                        testing -> assertThat(testing)
                                .contains(" -Dmine ", " -Dhawser.test.containers=true ")
                                .endsWith(" verify"));
        assertThat(hawser(Map.of("DOCKER_HOST", "tcp://mine:2375"), "test", "--containers")
                        .exit())
                .isZero();
        assertThat(project.resolve("target/hawser-test.log")).content().startsWith("tcp://mine:2375: ");
    }

    @Test
    @DisplayName("test asks for no container engine")
    void testsAskForNoEngine() throws Exception {
        // Given
        script(path.resolve("docker"), "touch \"$HOME/asked\"");
        // Then
        assertThat(hawser(Map.of(), "test").exit()).isZero();
        assertThat(home.resolve("asked")).doesNotExist();
    }

    @Test
    @DisplayName(
            "up is told that its mounts end with it for an ordinary user, and not for root, be it only a container's")
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

    /** As this user, root or not, in a user namespace that maps nobody else; whoever tests may make one. */
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

    private void assertRefused(String command, String sentence) throws Exception {
        assertThat(hawser(Map.of("JAVA_HOME", jdk.toString()), command)).isEqualTo(new Said(1, "", sentence));
        assertThat(home.resolve("built-with")).doesNotExist();
    }

    private Said hawser(Map<String, String> environment, String... typed) throws Exception {
        List<String> command = new ArrayList<>(List.of(typed));
        command.addFirst(project.resolve("hawser").toString());
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("JAVA_HOME", "");
        builder.environment().putAll(environment);
        return said(builder);
    }

    /** What it says is short, so it does not matter which of the two is read first. */
    private Said said(ProcessBuilder builder) throws Exception {
        builder.environment().put("PATH", path.toString());
        builder.environment().put("HOME", home.toString());
        Process process = builder.redirectInput(Path.of("/dev/null").toFile()).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Said(process.waitFor(), out, err);
    }

    /** Makes the project one that was built, a minute after its only source was saved. @return the source */
    private Path built() throws Exception {
        return built("local", "cli");
    }

    private Path built(String... programs) throws Exception {
        Instant saved = Instant.now().minusSeconds(120);
        for (String program : programs) {
            Path target = Files.createDirectories(project.resolve("tools/" + program + "/target"));
            Files.createDirectory(target.resolve("lib"));
            Files.createFile(target.resolve("hawser-" + program + "-0.1.0-SNAPSHOT.jar"));
        }
        Path stamp = Files.createFile(
                Files.createDirectories(project.resolve("target")).resolve("hawser-built"));
        Files.setLastModifiedTime(stamp, FileTime.from(saved.plusSeconds(60)));
        Path folder = Files.createDirectories(project.resolve("tools/local/src"));
        Path source = Files.createFile(folder.resolve("Source.java"));
        for (Path each : List.of(source, folder)) {
            Files.setLastModifiedTime(each, FileTime.from(saved));
        }
        return source;
    }

    /** What the launcher takes for a JDK; its {@code java} prints the command line. */
    private static Path jdk(Path folder, String version) throws Exception {
        Files.createDirectories(folder.resolve("bin"));
        script(folder.resolve("bin/javac"), "exit 0");
        script(folder.resolve("bin/java"), "echo \"$*\"");
        Files.writeString(folder.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        return folder;
    }

    private static void script(Path file, String lines) throws Exception {
        Files.writeString(file, "#!/usr/bin/env bash\n" + lines + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static Path found(String tool) {
        return Arrays.stream(System.getenv("PATH").split(":"))
                .map(folder -> Path.of(folder).resolve(tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + tool + " is on the PATH"));
    }
}
