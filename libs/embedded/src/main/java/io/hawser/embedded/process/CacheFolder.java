package io.hawser.embedded.process;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The user's cache folder, which all data folders share: {@code HAWSER_CACHE}, else {@code hawser} below {@code
 * XDG_CACHE_HOME} or below {@code .cache} of the home folder.
 */
public final class CacheFolder {
    private CacheFolder() {}

    /** By this process' environment. It may not exist yet. */
    public static Path path() {
        return path(System.getenv());
    }

    static Path path(Map<String, String> environment) {
        // Not the property user.home: in a user namespace that maps this user to root, it is root's.
        return Optional.ofNullable(environment.get("HAWSER_CACHE"))
                .map(Path::of)
                .or(() -> Optional.ofNullable(environment.get("XDG_CACHE_HOME")).map(p -> Path.of(p, "hawser")))
                .or(() -> Optional.ofNullable(environment.get("HOME")).map(p -> Path.of(p, ".cache", "hawser")))
                .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache", "hawser"));
    }
}
