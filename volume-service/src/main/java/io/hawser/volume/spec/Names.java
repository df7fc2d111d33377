package io.hawser.volume.spec;

import io.hawser.bus.envelope.Truncated;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What may be a name: a volume's is a DNS label; tasks' and nodes' become path segments on a node; services' are not
 * ours.
 */
public final class Names {
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");
    private static final Pattern SEGMENT = Pattern.compile("[a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?");
    private static final Pattern SERVICE = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]{0,126}[A-Za-z0-9])?");

    private Names() {}

    /** @return what is wrong; empty = nothing */
    public static Optional<String> volume(String name) {
        return LABEL.matcher(name).matches()
                ? Optional.empty()
                : Optional.of(
                        "'" + Truncated.of(name) + "' is not a lower case DNS label of 1 to 63 characters [a-z0-9-]");
    }

    /** @return what is wrong; empty = nothing */
    public static Optional<String> segment(String name) {
        return SEGMENT.matcher(name).matches() && !name.contains("..")
                ? Optional.empty()
                : Optional.of("'" + Truncated.of(name) + "' is not 1 to 63 characters of [a-z0-9.-]");
    }

    /**
     * As deallocator-service takes it, which reads the same record of a task and leaves the answer to us.
     *
     * @return what is wrong; empty = nothing
     */
    public static Optional<String> service(String name) {
        return SERVICE.matcher(name).matches() && !name.contains("..")
                ? Optional.empty()
                : Optional.of("'" + Truncated.of(name)
                        + "' is not 1 to 128 letters, digits or inner [._-], or it holds '..'");
    }
}
