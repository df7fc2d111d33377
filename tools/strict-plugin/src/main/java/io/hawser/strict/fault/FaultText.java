package io.hawser.strict.fault;

import io.grpc.Status.Code;
import io.hawser.strict.call.Rpc;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A script as text, one entry a line, as docs/strict-plugin.md describes it. A line that begins with {@code #} is a
 * comment.
 */
final class FaultText {

    private FaultText() {}

    static FaultScript parse(String text) {
        List<FaultScript.Entry> entries = new ArrayList<>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            try {
                entries.add(entry(line.trim().split("\\s+")));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("fault script, line " + number + ": " + e.getMessage(), e);
            }
        }
        return new FaultScript(entries);
    }

    private static FaultScript.Entry entry(String[] words) {
        if (words.length < 4) {
            throw new IllegalArgumentException("wants RPC, volume, attempts and a fault");
        }
        int at = words[1].indexOf('@');
        String volume = at < 0 ? words[1] : words[1].substring(0, at);
        int[] attempts = attempts(words[2]);
        Selector selector = new Selector(
                unlessAll(words[0]).map(Rpc::named),
                unlessAll(volume),
                at < 0 ? Optional.empty() : Optional.of(words[1].substring(at + 1)),
                attempts[0],
                attempts[1]);
        return new FaultScript.Entry(selector, fault(Arrays.asList(words).subList(3, words.length)));
    }

    private static Optional<String> unlessAll(String word) {
        return Optional.of(word).filter(text -> !text.equals("*"));
    }

    private static int[] attempts(String word) {
        if (word.equals("*")) {
            return new int[] {1, Integer.MAX_VALUE};
        }
        String[] ends = word.split("-", -1);
        int first = Integer.parseInt(ends[0]);
        if (ends.length == 1) {
            return new int[] {first, first};
        }
        return new int[] {first, ends[1].isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(ends[1])};
    }

    private static Fault fault(List<String> words) {
        List<String> rest = words.subList(1, words.size());
        return switch (words.get(0)) {
            case "error" -> new Fault.Error(code(rest));
            case "delay" -> new Fault.Delay(time(rest));
            case "hang" -> hang(rest);
            case "act-then" -> new Fault.ActThenError(code(rest));
            case "act-then-drop" -> new Fault.ActThenDrop();
            case "half" -> new Fault.Half(code(rest));
            case "late" -> new Fault.Late(time(rest));
            case "garbage" ->
                new Fault.Garbage(Fault.Garbage.Kind.valueOf(last(rest).toUpperCase(Locale.ROOT)));
            case "die" ->
                new Fault.Die(
                        rest.contains("acting"),
                        rest.contains("without-state") ? Fault.Die.Memory.WITHOUT_STATE : Fault.Die.Memory.WITH_STATE,
                        time(rest));
            case "socket-gone" -> new Fault.SocketGone(time(rest));
            case "says" -> SaysText.parse(rest);
            default -> throw new IllegalArgumentException("no fault is called \"" + words.get(0) + "\"");
        };
    }

    private static Fault hang(List<String> words) {
        if (words.isEmpty()) {
            return Fault.Hang.forEver();
        }
        if (!words.getFirst().equals("holding")) {
            throw new IllegalArgumentException("hang takes \"holding\", not \"" + words.getFirst() + "\"");
        }
        return new Fault.Hang(true, words.size() > 1 ? Optional.of(time(words)) : Optional.empty());
    }

    private static String last(List<String> words) {
        if (words.isEmpty()) {
            throw new IllegalArgumentException("the fault wants another word");
        }
        return words.get(words.size() - 1);
    }

    private static Code code(List<String> words) {
        return Code.valueOf(last(words));
    }

    static Duration time(List<String> words) {
        String word = last(words);
        if (word.endsWith("ms")) {
            return Duration.ofMillis(Long.parseLong(word.substring(0, word.length() - 2)));
        }
        if (word.endsWith("s")) {
            return Duration.ofSeconds(Long.parseLong(word.substring(0, word.length() - 1)));
        }
        throw new IllegalArgumentException("\"" + word + "\" is not a whole number with ms or s");
    }

    static String line(FaultScript.Entry entry) {
        Selector selector = entry.selector();
        String attempts = selector.lastAttempt() == Integer.MAX_VALUE
                ? (selector.firstAttempt() == 1 ? "*" : selector.firstAttempt() + "-")
                : selector.firstAttempt() == selector.lastAttempt()
                        ? String.valueOf(selector.firstAttempt())
                        : selector.firstAttempt() + "-" + selector.lastAttempt();
        return selector.rpc().map(Rpc::wireName).orElse("*") + " "
                + selector.volume().orElse("*")
                + selector.node().map(node -> "@" + node).orElse("") + " " + attempts + " "
                + text(entry.fault());
    }

    static String text(Fault fault) {
        return switch (fault) {
            case Fault.Error(Code code) -> "error " + code;
            case Fault.Delay(Duration by) -> "delay " + by.toMillis() + "ms";
            case Fault.Hang(boolean holding, Optional<Duration> dies) ->
                "hang" + (holding ? " holding" : "")
                        + dies.map(after -> " " + after.toMillis() + "ms").orElse("");
            case Fault.ActThenError(Code code) -> "act-then " + code;
            case Fault.ActThenDrop() -> "act-then-drop";
            case Fault.Half(Code code) -> "half " + code;
            case Fault.Late(Duration after) -> "late " + after.toMillis() + "ms";
            case Fault.Garbage(Fault.Garbage.Kind kind) ->
                "garbage " + kind.name().toLowerCase(Locale.ROOT);
            case Fault.Die(boolean acting, Fault.Die.Memory memory, Duration away) ->
                "die " + (acting ? "acting " : "")
                        + (memory == Fault.Die.Memory.WITH_STATE ? "with-state " : "without-state ")
                        + away.toMillis() + "ms";
            case Fault.SocketGone(Duration away) -> "socket-gone " + away.toMillis() + "ms";
            case Fault.Says says -> "says " + SaysText.text(says);
        };
    }
}
