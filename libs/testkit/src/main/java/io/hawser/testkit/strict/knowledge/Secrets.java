package io.hawser.testkit.strict.knowledge;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** Values that were sent as secrets. */
public final class Secrets {

    /** A shorter value is also what ordinary fields say: "yes", "ro", a number. */
    private static final int LEAST_LENGTH = 4;

    /** A shorter value is found in ordinary words by chance, "admin" in "administrators"; one of eight characters hardly is. */
    private static final int LEAST_LENGTH_WITHIN = 8;

    private final Set<String> values = new HashSet<>();

    /** These values, as far as they are long enough to be told from ordinary ones. */
    public static Secrets of(Collection<String> values) {
        Secrets secrets = new Secrets();
        secrets.sent(values);
        return secrets;
    }

    void sent(Collection<String> sent) {
        sent.stream().filter(value -> value.length() >= LEAST_LENGTH).forEach(values::add);
    }

    public boolean isEmpty() {
        return values.isEmpty();
    }

    /** Whether a text is one of them, or holds one that is long enough to be no chance. */
    public boolean standIn(String text) {
        return values.contains(text)
                || values.stream().anyMatch(value -> value.length() >= LEAST_LENGTH_WITHIN && text.contains(value));
    }
}
