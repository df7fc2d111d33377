package io.hawser.cli.text;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes in bytes as people write them: {@code 512}, {@code 1.5GiB}, {@code 2Gi}, {@code 20GB}. */
public final class Size {
    private static final Pattern TEXT = Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,6})?)\\s*([A-Za-z]*)");
    private static final List<String> BINARY = List.of("B", "KiB", "MiB", "GiB", "TiB", "PiB");
    private static final List<String> DECIMAL = List.of("B", "kB", "MB", "GB", "TB", "PB");

    private Size() {}

    /**
     * @return 0 or more
     * @throws IllegalArgumentException if the text is no size, or not a whole number of bytes below 2^63
     */
    public static long parse(String text) {
        Matcher matcher = TEXT.matcher(text.trim());
        if (!matcher.matches()) {
            throw fault(text);
        }
        try {
            return new BigDecimal(matcher.group(1))
                    .multiply(unit(matcher.group(2), text))
                    .longValueExact();
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("'" + text + "' is not a whole number of bytes below 8 EiB", e);
        }
    }

    private static BigDecimal unit(String unit, String text) {
        if (unit.isEmpty()) {
            return BigDecimal.ONE;
        }
        for (int power = 0; power < BINARY.size(); power++) {
            if (unit.equalsIgnoreCase(BINARY.get(power)) || unit.equalsIgnoreCase(kubernetes(power))) {
                return BigDecimal.valueOf(1024).pow(power);
            }
            if (unit.equalsIgnoreCase(DECIMAL.get(power))) {
                return BigDecimal.valueOf(1000).pow(power);
            }
        }
        throw fault(text);
    }

    /** Kubernetes writes {@code Gi}. Its {@code G} is refused, because half of the people mean {@code GiB} by it. */
    private static String kubernetes(int power) {
        return power == 0 ? "B" : BINARY.get(power).substring(0, 2);
    }

    private static IllegalArgumentException fault(String text) {
        return new IllegalArgumentException("'" + text
                + "' is no size: write bytes, or a number with KiB, MiB, GiB, TiB, PiB (also Ki, Mi, Gi, Ti, Pi), kB,"
                + " MB, GB, TB or PB");
    }

    /** At most one digit after the point; empty for 0, which means that the size is not set or unknown. */
    public static String text(long bytes) {
        if (bytes <= 0) {
            return "";
        }
        int power = Math.min((63 - Long.numberOfLeadingZeros(bytes)) / 10, BINARY.size() - 1);
        double value = bytes / Math.pow(1024, power);
        String number =
                value == Math.rint(value) ? Long.toString((long) value) : String.format(Locale.ROOT, "%.1f", value);
        return number + " " + BINARY.get(power);
    }
}
