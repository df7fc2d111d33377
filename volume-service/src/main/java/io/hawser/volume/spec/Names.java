package io.hawser.volume.spec;

import io.hawser.bus.envelope.Truncated;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Valid names. A volume's is a DNS label; tasks' and nodes' become path segments on a node; services' are not Hawser's.
 */
public final class Names {
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");
    private static final Pattern SEGMENT = Pattern.compile("[a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?");
    private static final Pattern SERVICE = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]{0,126}[A-Za-z0-9])?");

    private Names() {}

    /** @return the fault; empty = none */
    public static Optional<String> volume(String name) {
        return LABEL.matcher(name).matches()
                ? Optional.empty()
                : Optional.of(
                        "'" + Truncated.of(name) + "' is not a lower case DNS label of 1 to 63 characters [a-z0-9-]");
    }

    /** @return the fault; empty = none */
    public static Optional<String> segment(String name) {
        return SEGMENT.matcher(name).matches() && !name.contains("..")
                ? Optional.empty()
                : Optional.of("'" + Truncated.of(name) + "' is not 1 to 63 characters of [a-z0-9.-]");
    }

    /**
     * The same rule as in deallocator-service, which reads the same task record and leaves the answer to this service.
     *
     * @return the fault; empty = none
     */
    public static Optional<String> service(String name) {
        return SERVICE.matcher(name).matches() && !name.contains("..")
                ? Optional.empty()
                : Optional.of("'" + Truncated.of(name)
                        + "' is not 1 to 128 letters, digits or inner [._-], or it holds '..'");
    }
}
