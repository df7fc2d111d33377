package io.hawser.message;

import java.util.regex.Pattern;

/** Which names Hawser accepts, the same in every process: a name that one of them refuses, the others never see. */
public final class NameRules {
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");
    private static final Pattern SEGMENT = Pattern.compile("[a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?");
    private static final Pattern PLUGIN = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9.-]{0,61}[A-Za-z0-9])?");
    private static final Pattern SERVICE = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]{0,126}[A-Za-z0-9])?");

    private NameRules() {}

    /** A volume's name is a lower case DNS label of 1 to 63 characters. */
    public static boolean isVolume(String name) {
        return LABEL.matcher(name).matches();
    }

    /**
     * The names of nodes, tasks, groups and instances become path segments on a node: 1 to 63 of {@code [a-z0-9.-]},
     * with a letter or digit at both ends, and no {@code ..}.
     */
    public static boolean isSegment(String name) {
        return SEGMENT.matcher(name).matches() && !name.contains("..");
    }

    /** CSI's domain notation: 1 to 63 letters, digits, '-' and '.', a letter or digit at both ends, and no '..'. */
    public static boolean isPlugin(String name) {
        return PLUGIN.matcher(name).matches() && !name.contains("..");
    }

    /** Services are not Hawser's: 1 to 128 letters, digits or inner {@code [._-]}, and no {@code ..}. */
    public static boolean isService(String name) {
        return SERVICE.matcher(name).matches() && !name.contains("..");
    }
}
