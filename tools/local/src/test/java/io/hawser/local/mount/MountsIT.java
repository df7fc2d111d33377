package io.hawser.local.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.mounts.DeleteTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * With real bind mounts, in a user and mount namespace of its own, so that it needs no privilege and leaves nothing.
 */
class MountsIT {
    @TempDir
    Path folder;

    /** Beside foreign mounts named in UTF-8 and in ISO 8859-1, where the locale is the one of cron. */
    @Test
    void unmountsDeepestFirstAndLeavesWhatWasMounted() throws Exception {
        // Given
        Path source = Files.createDirectories(folder.resolve("source/inner")).getParent();
        Path kept = Files.writeString(source.resolve("kept"), "x");
        Path data = Files.createDirectories(folder.resolve("data/a target")).getParent();
        Files.createDirectories(data.resolve("b"));
        Path foreign = Files.createDirectory(folder.resolve("foreign"));
        String script = "cd '" + foreign + "' && for name in 'M\\303\\274ller' 'M\\374ller'; do"
                + " at=$(printf \"$name\"); mkdir \"$at\" && mount --bind '" + source + "' \"$at\" || exit; done; "
                + "mount --bind '" + source + "' '" + data + "/a target' && mount --bind '" + source + "' '"
                + data + "/a target/inner' && mount --bind '" + source + "' '" + data + "/b' && exec \"$@\"";
        // When
        String said = inNamespace(script, data);
        // Then
        assertThat(said).isEqualTo("refused, unmounted 3, deleted");
        assertThat(data).doesNotExist();
        assertThat(kept).exists();
    }

    /** The mount over one folder has a copy over the other, and both end together. */
    @Test
    void unmountsWhatASharedMountCopied() throws Exception {
        // Given
        Path shared = Files.createDirectory(folder.resolve("shared"));
        Path data = Files.createDirectories(shared.resolve("data/a")).getParent();
        Files.createDirectory(data.resolve("b"));
        String script = "mount --bind '" + shared + "' '" + shared + "' && mount --make-shared '" + shared
                + "' && mount --bind '" + data + "/a' '" + data + "/b' && mount -t tmpfs none '" + data
                + "/a' && exec \"$@\"";
        // When
        String said = inNamespace(script, data);
        // Then
        assertThat(said).isEqualTo("refused, unmounted 3, deleted");
        assertThat(data).doesNotExist();
    }

    private String inNamespace(String script, Path data) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(
                        "unshare",
                        "--user",
                        "--map-root-user",
                        "--mount",
                        "sh",
                        "-c",
                        script,
                        "sh",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Purge.class.getName(),
                        data.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("LC_ALL", "C");
        builder.start().waitFor();
        return Files.readString(output).trim();
    }

    /** Runs inside the namespace. */
    static final class Purge {
        private Purge() {}

        public static void main(String[] args) throws IOException {
            Path data = Path.of(args[0]);
            String deletedAcross = "deleted across a mount";
            try {
                DeleteTree.of(data, "mark");
            } catch (IOException e) {
                deletedAcross = "refused";
            }
            int unmounted = Unmount.allBelow(data);
            DeleteTree.of(data, "mark");
            System.out.println(deletedAcross + ", unmounted " + unmounted + ", deleted");
        }
    }
}
