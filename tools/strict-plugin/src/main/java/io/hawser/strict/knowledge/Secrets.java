package io.hawser.strict.knowledge;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Values that were sent as secrets. */
public final class Secrets {

    /** Shorter values also occur in ordinary fields: "yes", "ro", a number. */
    private static final int LEAST_LENGTH = 4;

    /**
     * Shorter values occur within ordinary words by chance, as "admin" in "administrators"; values of eight characters
     * hardly do.
     */
    private static final int LEAST_LENGTH_WITHIN = 8;

    private final Set<String> values = new HashSet<>();
    /**
     * The lengths of the secrets with this beginning. A text is searched by its substrings of a beginning's length,
     * which takes as long for a thousand secrets as for one.
     */
    private final Map<String, Set<Integer>> lengths = new HashMap<>();

    /** Those of these values that are long enough to differ from ordinary ones. */
    public static Secrets of(Collection<String> values) {
        Secrets secrets = new Secrets();
        secrets.sent(values);
        return secrets;
    }

    void sent(Collection<String> sent) {
        sent.stream()
                .filter(value -> value.length() >= LEAST_LENGTH)
                .filter(values::add)
                .filter(value -> value.length() >= LEAST_LENGTH_WITHIN)
                .forEach(value -> lengths.computeIfAbsent(beginning(value, 0), begun -> new HashSet<>())
                        .add(value.length()));
    }

    private static String beginning(String text, int at) {
        return text.substring(at, at + LEAST_LENGTH_WITHIN);
    }

    public boolean isEmpty() {
        return values.isEmpty();
    }

    /** Whether the text is a secret, or contains one that is too long for a coincidence. */
    public boolean standIn(String text) {
        return values.contains(text)
                || IntStream.rangeClosed(0, text.length() - LEAST_LENGTH_WITHIN).anyMatch(at -> oneStandsAt(text, at));
    }

    private boolean oneStandsAt(String text, int at) {
        return lengths.getOrDefault(beginning(text, at), Set.of()).stream()
                .anyMatch(length -> at + length <= text.length() && values.contains(text.substring(at, at + length)));
    }
}
