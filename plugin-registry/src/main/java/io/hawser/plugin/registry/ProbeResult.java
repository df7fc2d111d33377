package io.hawser.plugin.registry;

import java.util.Objects;

/** What came of asking an instance who it is, what it can do and whether it is ready. */
public sealed interface ProbeResult {
    record Ready(Identity identity) implements ProbeResult {}

    /** It answers, and says that it is not ready. */
    record NotReady(Identity identity) implements ProbeResult {}

    /** @param why a sentence for a person */
    record Failed(String why) implements ProbeResult {
        public Failed {
            Objects.requireNonNull(why, "why");
        }
    }
}
