package io.hawser.strict.knowledge;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Values that were sent as secrets. */
public final class Secrets {

    /** A shorter value is also what ordinary fields say: "yes", "ro", a number. */
    private static final int LEAST_LENGTH = 4;

    /**
     * A shorter value is found in ordinary words by chance, "admin" in "administrators"; one of eight characters hardly
     * is.
     */
    private static final int LEAST_LENGTH_WITHIN = 8;

    private final Set<String> values = new HashSet<>();
    /**
     * How long those are that begin like this: a text is searched by the beginnings that it holds, which takes as long
     * for a thousand secrets as for one.
     */
    private final Map<String, Set<Integer>> lengths = new HashMap<>();

    /** These values, as far as they are long enough to be told from ordinary ones. */
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

    /** Whether a text is one of them, or holds one that is long enough to be no chance. */
    public boolean standIn(String text) {
        return values.contains(text)
                || IntStream.rangeClosed(0, text.length() - LEAST_LENGTH_WITHIN).anyMatch(at -> oneStandsAt(text, at));
    }

    private boolean oneStandsAt(String text, int at) {
        return lengths.getOrDefault(beginning(text, at), Set.of()).stream()
                .anyMatch(length -> at + length <= text.length() && values.contains(text.substring(at, at + length)));
    }
}
