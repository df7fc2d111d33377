package io.hawser.node.runtime.socket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.node.mount.TaskMounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Who is answered at the runtime's socket, with real callers of other users. Needs root, to become somebody else. */
class RuntimeCallersIT {
    private static final String NOBODY = "65534";

    private final AtomicInteger asked = new AtomicInteger();
    private Path folder;
    private Path file;
    private RuntimeSocket socket;

    @BeforeEach
    void open() throws IOException {
        // Every user may enter it.
        folder = Files.createTempDirectory(
                "runtime", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        file = folder.resolve("socket");
        socket = new RuntimeSocket(
                file,
                (task, volume) -> {
                    asked.incrementAndGet();
                    return new TaskMounts.None("no mount");
                },
                new MountWaits());
        socket.start();
    }

    @AfterEach
    void close() throws IOException {
        socket.close();
        Files.deleteIfExists(folder);
    }

    @Test
    @DisplayName(
            "Another user cannot connect; where somebody opened the file's mode, the kernel's word about the caller "
                    + "counts: 403, and nothing is looked up")
    void anotherUserIsRefused() throws Exception {
        // Given
        String refusedByMode = ask("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));

        // When
        String other = ask("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups");
        // Of the file's group, and with all groups of root: only the user counts.
        String sameGroup = ask("setpriv", "--reuid=" + NOBODY, "--regid=0", "--keep-groups");

        // Then
        assertThat(refusedByMode).isEqualTo("000");
        assertThat(other).contains("may not ask here").endsWith("403");
        assertThat(sameGroup).endsWith("403");
        assertThat(asked).hasValue(0);
    }

    @Test
    @DisplayName("Root is answered, also without any capability")
    void rootIsAnswered() throws Exception {
        // When
        String answer = ask("setpriv", "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs");

        // Then
        assertThat(answer).endsWith("404");
        assertThat(asked).hasValue(1);
    }

    /** The answer's body and status; status 000: none. */
    private String ask(String... as) throws Exception {
        List<String> command = new ArrayList<>(List.of(as));
        command.addAll(List.of(
                "curl",
                "--silent",
                "--unix-socket",
                file.toString(),
                "--write-out",
                "%{http_code}",
                "http://node/v1/tasks/t1/volumes/data"));
        Process process = new ProcessBuilder(command).start();
        String answer = new String(process.getInputStream().readAllBytes(), UTF_8);
        process.waitFor();
        return answer;
    }
}
