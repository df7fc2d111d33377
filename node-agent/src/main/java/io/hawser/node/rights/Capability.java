package io.hawser.node.rights;

import java.util.List;
import java.util.stream.Stream;

/** A capability of Linux that some task of the agent needs. By default the agent has none. */
public enum Capability {
    CHOWN(0),
    DAC_READ_SEARCH(2),
    FOWNER(3),
    FSETID(4),
    SYS_PTRACE(19);

    private static final String EFFECTIVE = "CapEff:";

    private final long bit;

    Capability(int number) {
        this.bit = 1L << number;
    }

    /**
     * Those of the wanted ones that this process lacks.
     *
     * @param status the lines of {@code /proc/self/status}
     */
    public static List<Capability> lacking(List<String> status, Capability... wanted) {
        long effective = status.stream()
                .filter(line -> line.startsWith(EFFECTIVE))
                .map(line -> line.substring(EFFECTIVE.length()).trim())
                .mapToLong(Capability::parsed)
                .findFirst()
                .orElse(0);
        return Stream.of(wanted).filter(each -> (effective & each.bit) == 0).toList();
    }

    private static long parsed(String hex) {
        try {
            return Long.parseUnsignedLong(hex, 16);
        } catch (NumberFormatException unknown) {
            return 0;
        }
    }

    @Override
    public String toString() {
        return "CAP_" + name();
    }
}
