package io.hawser.plugin.registry;

import java.util.Objects;

/** What came of asking an instance who it is, what it can do and whether it is ready. */
public sealed interface ProbeResult {
    record Ready(Identity identity) implements ProbeResult {}

    /** It answers, and says that it is not ready. */
    record NotReady(Identity identity) implements ProbeResult {}

    /** @param message a sentence for a person */
    record Failed(String message) implements ProbeResult {
        public Failed {
            Objects.requireNonNull(message, "message");
        }
    }
}
