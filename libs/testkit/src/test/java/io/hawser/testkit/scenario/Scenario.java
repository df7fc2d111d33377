package io.hawser.testkit.scenario;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A test that shows a numbered scenario.
 *
 * @param tag such as {@code nomad-40}
 * @param sentence what the test shows
 * @param file the test's source, relative to the project's root
 */
record Scenario(String tag, String sentence, String file) implements Comparable<Scenario> {
    private static final Pattern NUMBERED = Pattern.compile("(.*?)([0-9]*)");
    private static final Comparator<Scenario> ORDER = Comparator.comparing(Scenario::series)
            .thenComparingLong(Scenario::number)
            .thenComparing(Scenario::file)
            .thenComparing(Scenario::sentence);

    String testClass() {
        return file.substring(file.lastIndexOf('/') + 1, file.length() - ".java".length());
    }

    private String series() {
        return part(1);
    }

    private long number() {
        String digits = part(2);
        return digits.isEmpty() ? 0 : Long.parseLong(digits);
    }

    private String part(int group) {
        Matcher matcher = NUMBERED.matcher(tag);
        if (!matcher.matches()) {
            throw new IllegalStateException(tag);
        }
        return matcher.group(group);
    }

    @Override
    public int compareTo(Scenario other) {
        return ORDER.compare(this, other);
    }
}
