package io.hawser.node.plugin.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SocketListingTest {
    @TempDir
    Path folder;

    @Test
    @DisplayName("A driver's csi.sock in a folder of its own is a plugin, as any socket in the plugin folder itself is")
    void asDriversAreShipped() throws Exception {
        // Given
        Files.createDirectories(folder.resolve("driver/deeper"));
        sockets("a.sock", "other", "driver/csi.sock", "driver/more.sock", "driver/deeper/csi.sock");
        Files.createDirectories(folder.resolve("plain"));
        Files.writeString(folder.resolve("plain/csi.sock"), "no socket at all");

        // When
        SocketListing listing = SocketListing.ofPlugins(folder, Map.of());

        // Then
        assertThat(listing.sockets()).containsOnlyKeys(folder.resolve("a.sock"), folder.resolve("driver/csi.sock"));
        assertThat(listing.unusable()).isEmpty();
        assertThat(SocketListing.ofPlugins(folder.resolve("none"), Map.of()).sockets())
                .isEmpty();
    }

    @Test
    @DisplayName("Registrations are found in sub-folders too; names that begin with a dot are left out")
    void registrations() throws Exception {
        // Given
        Files.createDirectories(folder.resolve("vendor/x"));
        Files.createDirectories(folder.resolve(".hidden"));
        sockets("a-reg.sock", "vendor/x/b", ".c-reg.sock", ".hidden/d-reg.sock");

        // When
        SocketListing listing = SocketListing.ofRegistrations(folder, Map.of());

        // Then
        assertThat(listing.sockets()).containsOnlyKeys(folder.resolve("a-reg.sock"), folder.resolve("vendor/x/b"));
    }

    @Test
    @DisplayName("Of 10,000 sockets a thousand are used: first those that were used before, then by their names; "
            + "one sentence says so")
    void tooMany() throws Exception {
        // Given
        Files.createDirectories(folder.resolve("zfs"));
        sockets("zfs/csi.sock", "zoo.sock");
        Process made = new ProcessBuilder("sh", "-c", "seq -f '%05g.sock' 10000 | xargs mkfifo")
                .directory(folder.toFile())
                .start();
        assertThat(made.waitFor()).isZero();

        // When
        SocketListing listing = SocketListing.ofPlugins(folder, Map.of(folder.resolve("zfs/csi.sock"), "as found"));

        // Then
        assertThat(listing.sockets())
                .hasSize(SocketListing.MOST)
                .containsKeys(
                        folder.resolve("zfs/csi.sock"), folder.resolve("00001.sock"), folder.resolve("00999.sock"));
        assertThat(listing.unusable())
                .containsOnlyKeys(folder)
                .hasValueSatisfying(new org.assertj.core.api.Condition<>(
                        text -> text.contains("more than 1000"), "names the most"));
    }

    /** As little a file as a socket is. */
    private void sockets(String... names) throws IOException, InterruptedException {
        List<String> command = new java.util.ArrayList<>(List.of("mkfifo"));
        command.addAll(List.of(names));
        assertThat(new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .start()
                        .waitFor())
                .isZero();
    }

    @Test
    @DisplayName("A sub-folder that cannot be listed is named, hides nothing beside it, and what was used there stays")
    void aSubFolderThatCannotBeListed() throws Exception {
        // Given
        Files.createDirectories(folder.resolve("broken/deeper"));
        Files.createDirectories(folder.resolve("well"));
        sockets("a-reg.sock", "broken/deeper/b-reg.sock", "broken/new-reg.sock", "well/c-reg.sock");
        Path used = folder.resolve("broken/deeper/b-reg.sock");

        // When
        SocketListing listing = SocketListing.ofRegistrations(
                folder,
                Map.of(used, "as found"),
                listed -> list(listed, folder.resolve("broken")),
                SocketListing::identity);

        // Then
        assertThat(listing.sockets())
                .containsOnlyKeys(folder.resolve("a-reg.sock"), folder.resolve("well/c-reg.sock"), used);
        assertSaysWhy(listing, folder.resolve("broken"));
    }

    @Test
    @DisplayName("A folder that cannot be listed is named, and what was used there stays")
    void aFolderThatCannotBeListed() throws Exception {
        // Given
        Files.createDirectories(folder.resolve("driver"));
        sockets("a.sock", "b.sock", "driver/csi.sock");
        Map<Path, Object> used =
                Map.of(folder.resolve("a.sock"), 1, folder.resolve("driver/csi.sock"), 2, Path.of("/elsewhere"), 3);

        // When
        SocketListing plugins =
                SocketListing.ofPlugins(folder, used, listed -> list(listed, folder), SocketListing::identity);
        SocketListing registrations =
                SocketListing.ofRegistrations(folder, used, listed -> list(listed, folder), SocketListing::identity);

        // Then
        for (SocketListing listing : List.of(plugins, registrations)) {
            assertThat(listing.sockets()).containsOnlyKeys(folder.resolve("a.sock"), folder.resolve("driver/csi.sock"));
            assertSaysWhy(listing, folder);
        }
    }

    @Test
    @DisplayName("A socket that cannot be looked at is named, and stays as it was found if it is used")
    void aSocketThatCannotBeLookedAt() throws Exception {
        // Given
        Files.createDirectories(folder.resolve("driver"));
        Files.writeString(folder.resolve("plain"), "");
        sockets("a.sock", "b.sock", "driver/csi.sock");
        Path used = folder.resolve("driver/csi.sock");
        Path other = folder.resolve("b.sock");
        SocketListing.Looker looker = file -> {
            if (Set.of(used, other).contains(file)) {
                throw new AccessDeniedException(file.toString());
            }
            return SocketListing.identity(file);
        };

        // When
        Map<Path, Object> before = Map.of(used, "as found");
        SocketListing plugins = SocketListing.ofPlugins(folder, before, this::all, looker);
        SocketListing registrations = SocketListing.ofRegistrations(folder, before, this::all, looker);

        // Then
        for (SocketListing listing : List.of(plugins, registrations)) {
            assertThat(listing.sockets()).containsOnlyKeys(folder.resolve("a.sock"), used);
            assertThat(listing.sockets()).containsEntry(used, "as found");
            assertThat(listing.unusable()).containsOnlyKeys(used, other);
            assertThat(listing.unusable().get(used)).contains("AccessDeniedException", "its plugin stays in use");
            assertThat(listing.unusable().get(other)).contains("it is not used until it can");
        }
    }

    @Test
    @DisplayName("What was found below a folder that cannot be looked at stays as it was found")
    void belowAFolderThatCannotBeLookedAt() {
        // Given
        Path unseen = folder.resolve("unseen");
        Path used = unseen.resolve("x-reg.sock");

        // When
        SocketListing listing =
                SocketListing.ofRegistrations(folder, Map.of(used, "as found"), listed -> List.of(unseen), file -> {
                    throw new AccessDeniedException(file.toString());
                });

        // Then
        assertThat(listing.sockets()).containsOnly(Map.entry(used, "as found"));
        assertThat(listing.unusable()).containsOnlyKeys(unseen, used);
    }

    private List<Path> all(Path listed) throws IOException {
        return list(listed, Path.of("/elsewhere"));
    }

    @Test
    @DisplayName("A folder that is not there has no sockets; one of which that cannot be said is named")
    void aFolderThatCannotBeLookedAt() throws Exception {
        // Given: it cannot be looked at, for root as little as for any other user.
        Path loop = Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));

        // Then
        assertThat(SocketListing.ofPlugins(folder.resolve("none"), Map.of()).unusable())
                .isEmpty();
        assertThat(SocketListing.ofPlugins(loop, Map.of()).unusable()).containsOnlyKeys(loop);
        assertThat(SocketListing.ofRegistrations(loop, Map.of()).unusable()).containsOnlyKeys(loop);
    }

    private static List<Path> list(Path folder, Path denied) throws IOException {
        if (folder.equals(denied)) {
            throw new AccessDeniedException(folder.toString());
        }
        try (var children = Files.list(folder)) {
            return children.sorted().toList();
        }
    }

    private static void assertSaysWhy(SocketListing listing, Path denied) {
        assertThat(listing.unusable())
                .containsOnlyKeys(denied)
                .hasValueSatisfying(new org.assertj.core.api.Condition<>(
                        text -> text.contains("cannot be listed: java.nio.file.AccessDeniedException"), "says why"));
    }
}
