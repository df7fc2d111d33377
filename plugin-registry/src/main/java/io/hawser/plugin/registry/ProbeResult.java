package io.hawser.plugin.registry;

import java.util.Objects;

/** The result of asking an instance who it is, what it can do and whether it is ready. */
public sealed interface ProbeResult {
    record Ready(Identity identity) implements ProbeResult {}

    /** The instance answers that it is not ready. */
    record NotReady(Identity identity) implements ProbeResult {}

    /** @param message a sentence for people */
    record Failed(String message) implements ProbeResult {
        public Failed {
            Objects.requireNonNull(message, "message");
        }
    }
}
