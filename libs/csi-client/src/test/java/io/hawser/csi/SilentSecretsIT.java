package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hawser.testkit.mount.UnservedFileSystem;
import io.hawser.v1.SecretReference;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder of secrets that does not answer. It is mounted, which needs root or a user namespace. */
class SilentSecretsIT {
    private static final String SILENT = "silent.example";
    private static final String OTHER = "other.example";

    @TempDir
    Path folder;

    @Test
    @Tag("nomad-W9")
    @DisplayName(
            "However often secrets are asked for that are not read, they take one thread: those of another plugin are"
                    + " read, and so are they when their folder answers again")
    void aSilentFolderTakesOneThread() throws Exception {
        // Given
        Files.createDirectories(folder.resolve(SILENT));
        Files.writeString(Files.createDirectories(folder.resolve(OTHER)).resolve("key"), "hunter2");
        FileSecretProvider provider = new FileSecretProvider(folder, Duration.ofMillis(500));
        try (UnservedFileSystem silent = UnservedFileSystem.silent(folder.resolve(SILENT))) {
            // When
            List<CompletableFuture<Map<String, String>>> waiting = IntStream.range(0, 50)
                    .mapToObj(i -> provider.resolve(SILENT, List.of(reference("key" + i % 10)))
                            .subscribeAsCompletionStage())
                    .toList();

            // Then
            await().until(() -> waiting.stream().allMatch(CompletableFuture::isDone));
            assertThat(waiting).allSatisfy(each -> assertThatThrownBy(() -> each.get())
                    .hasCauseInstanceOf(SecretUnavailableException.class)
                    .hasMessageContaining("does not answer"));
            await().until(() -> threadsThatRead() == 1);
            awaitResolved(provider, OTHER, "hunter2");
            CompletableFuture<Void> work = new CompletableFuture<>();
            Infrastructure.getDefaultWorkerPool().execute(() -> work.complete(null));
            work.get(1, TimeUnit.MINUTES);
            assertThat(threadsThatRead()).isEqualTo(1);
        }

        // When
        Files.writeString(folder.resolve(SILENT).resolve("key"), "hunter3");

        // Then
        await().until(() -> threadsThatRead() == 0);
        awaitResolved(provider, SILENT, "hunter3");
    }

    /** A busy machine may take longer than secrets may. */
    private static void awaitResolved(FileSecretProvider provider, String plugin, String secret) {
        await().ignoreExceptions()
                .untilAsserted(() -> assertThat(resolved(provider, plugin)).containsEntry("k", secret));
    }

    private static Map<String, String> resolved(FileSecretProvider provider, String plugin) throws Exception {
        return provider.resolve(plugin, List.of(reference("key")))
                .subscribeAsCompletionStage()
                .get(10, TimeUnit.SECONDS);
    }

    private static long threadsThatRead() {
        return Thread.getAllStackTraces().values().stream()
                .filter(stack -> List.of(stack).stream()
                        .anyMatch(frame -> frame.getClassName().equals(FileSecretProvider.class.getName())
                                && frame.getMethodName().equals("read")))
                .count();
    }

    private static SecretReference reference(String name) {
        return SecretReference.newBuilder().setKey("k").setName(name).build();
    }
}
