package io.hawser.csi;

import io.hawser.v1.SecretReference;
import io.smallrye.mutiny.Uni;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Turns references into secrets, directly before the call that sends them. The secrets are never logged and never
 * stored.
 */
public interface SecretProvider {

    /**
     * Resolves all references, or fails with a {@link SecretUnavailableException}: without one of its secrets, a call
     * could have another effect than intended.
     *
     * @param plugin whose call needs the secrets; it cannot get secrets of other plugins
     * @return value by {@link SecretReference#getKey}; empty for no references
     */
    Uni<Map<String, String>> resolve(String plugin, List<SecretReference> references);

    /**
     * Secrets as files {@code FOLDER/PLUGIN/REFERENCE}. Without a folder, only calls without secrets succeed.
     *
     * @param setting name of the operator's setting, for the message
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
