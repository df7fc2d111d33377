package io.hawser.volume.spec;

import io.hawser.bus.envelope.Truncated;
import io.hawser.message.NameRules;
import java.util.Optional;

/** The refusals of names, in words for people. */
public final class Names {
    private Names() {}

    /** @return the fault; empty = none */
    public static Optional<String> volume(String name) {
        return NameRules.isVolume(name)
                ? Optional.empty()
                : Optional.of(
                        "'" + Truncated.of(name) + "' is not a lower case DNS label of 1 to 63 characters [a-z0-9-]");
    }

    /** @return the fault; empty = none */
    public static Optional<String> segment(String name) {
        return NameRules.isSegment(name)
                ? Optional.empty()
                : Optional.of("'" + Truncated.of(name) + "' is not 1 to 63 characters of [a-z0-9.-]");
    }

    /** @return the fault; empty = none */
    public static Optional<String> service(String name) {
        return NameRules.isService(name)
                ? Optional.empty()
                : Optional.of("'" + Truncated.of(name)
                        + "' is not 1 to 128 letters, digits or inner [._-], or it holds '..'");
    }
}
