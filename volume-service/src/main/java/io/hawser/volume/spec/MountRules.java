package io.hawser.volume.spec;

import io.hawser.bus.envelope.Truncated;
import io.hawser.v1.MountAccess;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Checks how a volume is mounted. Topics and tables contain the mount flags, so a credential in a flag is refused: it
 * belongs in a secret.
 */
public final class MountRules {
    private static final Pattern CREDENTIAL =
            Pattern.compile(".*(password|passwd|passphrase|secret|token|accesskey|apikey|privatekey).*|pass\\d?|pwd");

    /** An option with such a name refers to a file. */
    private static final Pattern FILE = Pattern.compile(".*(file|path|dir)");

    private MountRules() {}

    static Optional<Fault> check(MountAccess mount) {
        return SpecRules.tooLong("spec.mount.fs_type", mount.getFsType())
                .or(() -> SpecRules.tooLong("spec.mount.volume_mount_group", mount.getVolumeMountGroup()))
                .or(() -> flags("spec.mount.mount_flags", mount.getMountFlagsList()));
    }

    /** The size that CSI limits. */
    public static int bytes(List<String> flags) {
        return flags.stream().mapToInt(SpecRules::bytes).sum();
    }

    static Optional<Fault> flags(String list, List<String> flags) {
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
        return bytes > SpecRules.MAP_BYTES
                ? Fault.of(list, bytes + " bytes where " + SpecRules.MAP_BYTES + " is the most")
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
