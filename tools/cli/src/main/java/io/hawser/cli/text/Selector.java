package io.hawser.cli.text;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Kubernetes' equality selectors on labels: {@code key=value}, {@code key!=value}, {@code key} (it is set) and
 * {@code !key} (it is not), with commas between; all must hold.
 */
public record Selector(List<Predicate<Map<String, String>>> terms) {
    public static final Selector ALL = new Selector(List.of());

    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._/-]*[A-Za-z0-9])?");

    public Selector {
        terms = List.copyOf(terms);
    }

    /** @throws IllegalArgumentException if the text is no selector */
    public static Selector parse(String text) {
        return new Selector(
                Arrays.stream(text.split(",", -1)).map(Selector::term).toList());
    }

    public boolean matches(Map<String, String> labels) {
        return terms.stream().allMatch(term -> term.test(labels));
    }

    private static Predicate<Map<String, String>> term(String text) {
        int equals = text.indexOf('=');
        if (equals < 0) {
            return text.startsWith("!") ? set(text.substring(1), text).negate() : set(text, text);
        }
        boolean not = equals > 0 && text.charAt(equals - 1) == '!';
        String key = key(text.substring(0, not ? equals - 1 : equals), text);
        String value = text.substring(text.startsWith("==", equals) ? equals + 2 : equals + 1);
        Predicate<Map<String, String>> is = labels -> value.equals(labels.get(key));
        return not ? is.negate() : is;
    }

    private static Predicate<Map<String, String>> set(String key, String term) {
        String wanted = key(key, term);
        return labels -> labels.containsKey(wanted);
    }

    private static String key(String key, String term) {
        if (!KEY.matcher(key.strip()).matches()) {
            throw new IllegalArgumentException(
                    "'" + term + "' is no selector: write key=value, key!=value, key or !key, with commas between");
        }
        return key.strip();
    }
}
