package io.hawser.csi;

import io.hawser.v1.SecretReference;
import io.smallrye.mutiny.Uni;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Turns references into secrets, next to the call that sends them. What it returns is never logged and never stored.
 */
public interface SecretProvider {

    /**
     * Resolves all references, or fails with a {@link SecretUnavailableException}: a secret left out would make a
     * plugin do something else than what was asked.
     *
     * @param plugin whose call needs them; secrets of other plugins are not there for it
     * @return value by {@link SecretReference#getKey}; empty for no references
     */
    Uni<Map<String, String>> resolve(String plugin, List<SecretReference> references);

    /**
     * Secrets as files {@code FOLDER/PLUGIN/REFERENCE}; without a folder, only those who ask for none are served.
     *
     * @param setting what an operator would have to set, for the sentence that says so
     */
    static SecretProvider ofFiles(Optional<Path> folder, String setting) {
        return folder.<SecretProvider>map(FileSecretProvider::new)
                .orElse((plugin, references) -> references.isEmpty()
                        ? Uni.createFrom().item(Map.of())
                        : Uni.createFrom()
                                .failure(new SecretUnavailableException(
                                        references.getFirst().getName(),
                                        "cannot be read: " + setting + " is not set")));
    }
}
