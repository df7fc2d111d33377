package io.hawser.bus.key;

import java.util.Optional;
import java.util.function.BiFunction;

/** A key of two names. */
final class SlashKey {
    private SlashKey() {}

    static String join(String first, String second) {
        return first + "/" + second;
    }

    /** Splits at the first slash. */
    static <T> Optional<T> split(String key, BiFunction<String, String, T> of) {
        int slash = key.indexOf('/');
        return slash < 0 ? Optional.empty() : Optional.of(of.apply(key.substring(0, slash), key.substring(slash + 1)));
    }
}
