package io.hawser.testkit.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the tagged tests in a Java source, as text: the annotations before each method or class. */
final class TestSource {
    private static final String LITERAL = "\"(?:[^\"\\\\]|\\\\.)*\"";
    private static final Pattern TOKEN = Pattern.compile(
            "//[^\n]*|/\\*.*?\\*/"
                    + "|@Tag\\(\\s*(?<tag>" + LITERAL + ")\\s*\\)"
                    + "|@DisplayName\\(\\s*(?<name>" + LITERAL + "(?:\\s*\\+\\s*" + LITERAL + ")*)\\s*\\)"
                    + "|@Nested\\b"
                    + "|\\bvoid\\s+(?<method>\\w+)\\s*\\("
                    + "|\\bclass\\s+(?<type>\\w+)"
                    + "|\"\"\".*?\"\"\"|" + LITERAL,
            Pattern.DOTALL);
    private static final Pattern SERIES = Pattern.compile("(nomad|swarmkit|sanity)-.+");

    private TestSource() {}

    /** The scenarios of one source, in its order. */
    static List<Scenario> scenarios(String file, String source) {
        List<Scenario> found = new ArrayList<>();
        List<String> tags = new ArrayList<>();
        Optional<String> sentence = Optional.empty();
        Matcher token = TOKEN.matcher(source);
        while (token.find()) {
            if (token.group("tag") != null) {
                tags.add(text(token.group("tag")));
            } else if (token.group("name") != null) {
                sentence = Optional.of(text(token.group("name")));
            } else if (token.group("method") != null || token.group("type") != null) {
                String name = token.group("method") != null ? token.group("method") : token.group("type");
                String said = sentence.orElseGet(() -> words(name));
                tags.stream()
                        .filter(tag -> SERIES.matcher(tag).matches())
                        .forEach(tag -> found.add(new Scenario(tag, said, file)));
                tags.clear();
                sentence = Optional.empty();
            }
        }
        return found;
    }

    /** Literals that are joined by {@code +}, as one text. */
    private static String text(String literals) {
        StringBuilder text = new StringBuilder();
        Matcher literal = Pattern.compile(LITERAL).matcher(literals);
        while (literal.find()) {
            text.append(literal.group(), 1, literal.group().length() - 1);
        }
        return text.toString().translateEscapes();
    }

    private static String words(String camelCase) {
        String words = camelCase.replaceAll("(?<=[a-z0-9])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }
}
