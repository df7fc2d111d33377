package io.hawser.csi;

import io.hawser.v1.SecretReference;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Map;

/** Turns references into secrets, next to the call that sends them. What it returns is never logged and never stored. */
public interface SecretProvider {

    /**
     * Resolves all references, or fails with a {@link SecretUnavailableException}: a secret left out would make a plugin
     * do something else than what was asked.
     *
     * @return value by {@link SecretReference#getKey}; empty for no references
     */
    Uni<Map<String, String>> resolve(List<SecretReference> references);
}
