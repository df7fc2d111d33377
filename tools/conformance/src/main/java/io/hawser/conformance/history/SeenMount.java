package io.hawser.conformance.history;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A mount point below an agent's root.
 *
 * @param path relative to the root
 * @param readOnly by the mount's options
 */
public record SeenMount(String path, boolean readOnly) {
    private static final Pattern PLACE = Pattern.compile("volumes/([^/]+)/([^/]+)/(staging|targets/([^/]+))");

    /**
     * The meaning of a path in the agent's layout (node-agent, {@code RootLayout}).
     *
     * @param target the target's id; empty for the staging path
     */
    public record Place(String volume, String uid, Optional<String> target) {}

    /** Empty if the path is neither a staging path nor a target. */
    public Optional<Place> place() {
        Matcher matcher = PLACE.matcher(path);
        return matcher.matches()
                ? Optional.of(new Place(matcher.group(1), matcher.group(2), Optional.ofNullable(matcher.group(4))))
                : Optional.empty();
    }
}
