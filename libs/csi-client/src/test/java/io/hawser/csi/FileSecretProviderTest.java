package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.v1.SecretReference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileSecretProviderTest {

    private static final String PLUGIN = "csi.example.com";

    @TempDir
    Path folder;

    /** Of our plugin. */
    private Path secrets;

    private FileSecretProvider provider;

    @BeforeEach
    void folderOfSecrets() throws IOException {
        Path all = Files.createDirectory(folder.resolve("secrets"));
        secrets = Files.createDirectory(all.resolve(PLUGIN));
        Files.writeString(folder.resolve("outside"), "hunter2");
        Files.writeString(all.resolve("flat"), "hunter2");
        Files.writeString(Files.createDirectory(all.resolve("csi.other.com")).resolve("theirs"), "hunter2");
        provider = new FileSecretProvider(all);
    }

    private Map<String, String> resolve(SecretReference... references) {
        return resolveFor(PLUGIN, references);
    }

    private Map<String, String> resolveFor(String plugin, SecretReference... references) {
        return provider.resolve(plugin, List.of(references)).await().indefinitely();
    }

    private static SecretReference reference(String key, String name) {
        return SecretReference.newBuilder().setKey(key).setName(name).build();
    }

    @Test
    @DisplayName("Each reference becomes its key and the file's content, to the last byte")
    void referencesAreResolved() throws IOException {
        // Given
        Files.writeString(secrets.resolve("db-password"), "hunter2\n");
        Files.writeString(secrets.resolve("user"), "root");
        // When
        Map<String, String> resolved = resolve(reference("password", "db-password"), reference("user", "user"));
        // Then
        assertThat(resolved).containsExactlyInAnyOrderEntriesOf(Map.of("password", "hunter2\n", "user", "root"));
        assertThat(resolve()).isEmpty();
    }

    @Test
    @DisplayName("A missing secret is a failure that names it; nothing is left out")
    void aMissingSecretFails() throws IOException {
        // Given
        Files.writeString(secrets.resolve("user"), "root");
        // Then
        assertThatThrownBy(() -> resolve(reference("user", "user"), reference("password", "gone")))
                .isInstanceOf(SecretUnavailableException.class)
                .hasMessageStartingWith("secret 'gone' ");
    }

    @ParameterizedTest
    @DisplayName("A name that is no safe path segment is refused unread")
    @ValueSource(strings = {"", ".", "..", "../outside", "a/b", "/etc/passwd", ".hidden", "a\u0000", "a b"})
    void unsafeNamesAreRefused(String name) {
        assertThatThrownBy(() -> resolve(reference("key", name)))
                .isInstanceOf(SecretUnavailableException.class)
                .hasMessageContaining("has no name that a file may have");
    }

    @ParameterizedTest
    @DisplayName("A secret of another plugin, or of none, is not there, however it is asked for")
    @ValueSource(strings = {"theirs", "flat", "csi.other.com", "../csi.other.com/theirs", "../flat"})
    void secretsOfOthersAreNotThere(String name) {
        assertThat(resolveFor("csi.other.com", reference("k", "theirs"))).containsEntry("k", "hunter2");
        assertThatThrownBy(() -> resolve(reference("k", name))).isInstanceOf(SecretUnavailableException.class);
    }

    @ParameterizedTest
    @DisplayName("A plugin whose name is no safe path segment has no secrets")
    @ValueSource(
            strings = {
                "",
                ".",
                "..",
                "../secrets/csi.other.com",
                "/",
                "csi.other.com/",
                "csi.example.com/../csi.other.com"
            })
    void unsafePluginsAreRefused(String plugin) {
        assertThatThrownBy(() -> resolveFor(plugin, reference("k", "theirs")))
                .isInstanceOf(SecretUnavailableException.class)
                .hasMessageContaining("is of a plugin without a name that a folder may have");
    }

    @Test
    @DisplayName("A link within the plugin's folder is followed, one out of it is refused, even to another plugin's")
    void linksStayWithinTheFolder() throws IOException {
        // Given
        Files.writeString(Files.createDirectory(secrets.resolve("..data")).resolve("password"), "hunter2");
        Files.createSymbolicLink(secrets.resolve("password"), Path.of("..data", "password"));
        Files.createSymbolicLink(secrets.resolve("escape"), folder.resolve("outside"));
        Files.createSymbolicLink(secrets.resolve("neighbour"), Path.of("..", "csi.other.com", "theirs"));
        Files.createSymbolicLink(secrets.resolveSibling("csi.out.com"), folder);
        // Then
        assertThat(resolve(reference("k", "password"))).containsEntry("k", "hunter2");
        assertThat(List.of("escape", "neighbour"))
                .allSatisfy(name -> assertThatThrownBy(() -> resolve(reference("k", name)))
                        .isInstanceOf(SecretUnavailableException.class)
                        .hasMessageContaining("leads out of"));
        assertThatThrownBy(() -> resolveFor("csi.out.com", reference("k", "outside")))
                .isInstanceOf(SecretUnavailableException.class)
                .hasMessageContaining("leads out of");
    }

    @Test
    @DisplayName(
            "A folder that holds a plugin's folder as a link, as Kubernetes makes it of one secret with paths, is read")
    void aProjectedFolderIsRead() throws IOException {
        // Given
        Path data = Files.createDirectories(secrets.resolveSibling("..2026/csi.linked.com"));
        Files.writeString(data.resolve("password"), "hunter2");
        Files.createSymbolicLink(secrets.resolveSibling("..data"), Path.of("..2026"));
        Files.createSymbolicLink(secrets.resolveSibling("csi.linked.com"), Path.of("..data/csi.linked.com"));
        // Then
        assertThat(resolveFor("csi.linked.com", reference("k", "password"))).containsEntry("k", "hunter2");
    }

    @Test
    @DisplayName("What is no text, too large, a folder, or two secrets under one key is refused")
    void whatCannotBeSentIsRefused() throws IOException {
        // Given
        Files.write(secrets.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe});
        Files.write(secrets.resolve("large"), new byte[4097]);
        Files.writeString(secrets.resolve("largest"), "s".repeat(4096));
        Files.createDirectory(secrets.resolve("folder"));
        Files.writeString(secrets.resolve("a"), "a");
        // Then
        assertThatThrownBy(() -> resolve(reference("k", "binary"))).hasMessageContaining("not UTF-8");
        assertThatThrownBy(() -> resolve(reference("k", "large"))).hasMessageContaining("larger than 4096 bytes");
        assertThat(resolve(reference("k", "largest"))).containsEntry("k", "s".repeat(4096));
        assertThatThrownBy(() -> resolve(reference("k", "folder"))).hasMessageContaining("is not a file");
        assertThatThrownBy(() -> resolve(reference("k", "a"), reference("k", "a")))
                .hasMessageContaining("one of two");
    }
}
