package io.hawser.local.command;

import io.hawser.local.command.Copy.Said;
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
import org.junit.jupiter.api.io.TempDir;

/**
 * A project folder that holds nothing but the script {@code ./hawser} itself, with a PATH on which {@code mvn} is a
 * script of the test.
 */
abstract class EmptyProject {
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
    Path folder;

    Path project;
    Path path;
    Path home;
    Path jdk;

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

    Said hawser(Map<String, String> environment, String... typed) throws Exception {
        List<String> command = new ArrayList<>(List.of(typed));
        command.addFirst(project.resolve("hawser").toString());
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("JAVA_HOME", "");
        builder.environment().putAll(environment);
        return said(builder);
    }

    /** What it says is short, so it does not matter which of the two is read first. */
    Said said(ProcessBuilder builder) throws Exception {
        builder.environment().put("PATH", path.toString());
        builder.environment().put("HOME", home.toString());
        Process process = builder.redirectInput(Path.of("/dev/null").toFile()).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Said(process.waitFor(), out, err);
    }

    /** Makes the project one that was built, a minute after its only source was saved. @return the source */
    Path built() throws Exception {
        return built("local", "cli");
    }

    Path built(String... programs) throws Exception {
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
    static Path jdk(Path folder, String version) throws Exception {
        Files.createDirectories(folder.resolve("bin"));
        script(folder.resolve("bin/javac"), "exit 0");
        script(folder.resolve("bin/java"), "echo \"$*\"");
        Files.writeString(folder.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        return folder;
    }

    static void script(Path file, String lines) throws Exception {
        Files.writeString(file, "#!/usr/bin/env bash\n" + lines + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    static Path found(String tool) {
        return Arrays.stream(System.getenv("PATH").split(":"))
                .map(folder -> Path.of(folder).resolve(tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + tool + " is on the PATH"));
    }
}
