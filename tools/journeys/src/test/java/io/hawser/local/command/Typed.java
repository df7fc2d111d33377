package io.hawser.local.command;

import io.hawser.local.command.Copy.Said;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A command on a page with what it prints. {@code …} stands for any text of a line. The width of a table's columns
 * differs with that text, so several blanks are as good as two.
 *
 * @param words what follows the program's name
 */
record Typed(String words, List<String> printed, int exit) {
    private static final Pattern EXIT = Pattern.compile("\\[exit (\\d)]");
    private static final Pattern SLOW_CALL = Pattern.compile("\\S+Z  volume/\\S+  Uncertain  \\S+  "
            + "(CreateVolume|DeleteVolume|ControllerPublishVolume|ControllerUnpublishVolume)"
            + ": DEADLINE_EXCEEDED: no answer within the deadline");

    static Typed parse(String lines) {
        List<String> printed = new ArrayList<>(lines.lines().toList());
        String command = printed.removeFirst();
        Matcher exit = EXIT.matcher(printed.isEmpty() ? "" : printed.getLast());
        int code = exit.matches() ? Integer.parseInt(exit.group(1)) : 0;
        if (exit.matches()) {
            printed.removeLast();
        }
        return new Typed(command.substring("./hawser ".length()), List.copyOf(printed), code);
    }

    /** Whether the command only looks, so that it may be typed again until it shows what it shall. */
    boolean looks() {
        return Pattern.compile(
                        "^(volume|task|node|plugin|service|network) (list|status|history)|^(status|events|command)")
                .matcher(words)
                .find();
    }

    /** @param home the data folder: it is no default one, so hints name it */
    boolean isWhatWas(Said said, String home) {
        List<String> lines = (said.out() + said.err())
                .replace("HAWSER_HOME=" + home + " ", "")
                .lines()
                // How long something takes differs, and so does what a command says meanwhile.
                .filter(line -> !line.startsWith("waiting for "))
                .map(Typed::blanks)
                .filter(line -> !tellsOfASlowCall(line))
                .toList();
        if (said.exit() != exit || lines.size() != printed.size()) {
            return false;
        }
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).matches(pattern(printed.get(i)))) {
                return false;
            }
        }
        return true;
    }

    /** A call that the plugin does not answer in 10 s is made again; a busy machine may be as slow. */
    private boolean tellsOfASlowCall(String line) {
        return words.startsWith("volume history ") && SLOW_CALL.matcher(line).matches();
    }

    private static String pattern(String line) {
        return Arrays.stream(blanks(line).split("…", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
    }

    private static String blanks(String line) {
        return line.stripTrailing().replaceAll(" {2,}", "  ");
    }

    @Override
    public String toString() {
        return "./hawser " + words + "\n" + String.join("\n", printed) + "\n[exit " + exit + "]";
    }
}
