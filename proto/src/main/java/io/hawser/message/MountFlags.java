package io.hawser.message;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Checks mount flags, of a volume and of a task's mount. Topics and tables contain them, so a credential in a flag is
 * refused: it belongs in a secret.
 */
public final class MountFlags {
    /** CSI's limit for all flags of a mount. */
    public static final int MOST_BYTES = 4096;

    private static final Pattern CREDENTIAL =
            Pattern.compile(".*(password|passwd|passphrase|secret|token|accesskey|apikey|privatekey).*|pass\\d?|pwd");

    /** An option with such a name refers to a file. */
    private static final Pattern FILE = Pattern.compile(".*(file|path|dir)");

    private MountFlags() {}

    /** The size that CSI limits. */
    public static int bytes(List<String> flags) {
        return flags.stream()
                .mapToInt(flag -> flag.getBytes(StandardCharsets.UTF_8).length)
                .sum();
    }

    /**
     * @param list the field that has the flags
     * @return the first fault; empty = none
     */
    public static Optional<Fault> check(String list, List<String> flags) {
        for (int i = 0; i < flags.size(); i++) {
            String flag = flags.get(i);
            String field = list + "[" + i + "]";
            if (flag.isBlank()) {
                return Fault.of(field, "it is empty");
            }
            Optional<String> credential = credential(flag);
            if (credential.isPresent()) {
                // The answer never contains the flag itself, because many can read it.
                return Fault.of(
                        field,
                        "option '" + credential.get()
                                + "' looks like a credential, and flags are no secret: refer to one in"
                                + " spec.secrets. Its value is on the topic already, so change it");
            }
        }
        int bytes = bytes(flags);
        return bytes > MOST_BYTES
                ? Fault.of(list, bytes + " bytes where " + MOST_BYTES + " is the most")
                : Optional.empty();
    }

    /** The name of the first option whose value is a credential; a flag may hold several options. */
    private static Optional<String> credential(String flag) {
        for (String option : flag.split(",", -1)) {
            int equals = option.indexOf('=');
            if (equals < 0) {
                continue;
            }
            String name = option.substring(0, equals).strip().toLowerCase(Locale.ROOT);
            String plain = name.replaceAll("[^a-z0-9]", "");
            if (CREDENTIAL.matcher(plain).matches() && !FILE.matcher(plain).matches()) {
                return Optional.of(Truncated.of(name));
            }
        }
        return Optional.empty();
    }
}
