package io.hawser.cli.argument;

import io.hawser.v1.TaskMount;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A task's mount as one argument: {@code SOURCE:TARGET[:ro|rw[:FLAG,...]]}, where the source is a volume or
 * {@code group:NAME}.
 */
public final class MountArgument {
    private static final String GROUP = "group";

    private MountArgument() {}

    /** @throws IllegalArgumentException if the text has another form */
    public static TaskMount parse(String text) {
        List<String> parts = new ArrayList<>(Arrays.asList(text.split(":", -1)));
        String source = parts.removeFirst();
        if (source.equals(GROUP) && parts.size() > 1) {
            source = GROUP + ":" + parts.removeFirst();
        }
        String mode = parts.size() > 1 ? parts.get(1) : "rw";
        // A flag may have colons of its own.
        List<String> flags = parts.size() > 2
                ? List.of(String.join(":", parts.subList(2, parts.size())).split(",", -1))
                : List.of();
        if (parts.isEmpty()
                || source.isEmpty()
                || source.equals(GROUP + ":")
                || parts.getFirst().isEmpty()
                || !(mode.equals("ro") || mode.equals("rw"))
                || flags.contains("")) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no mount: write VOLUME:TARGET, VOLUME:TARGET:ro, VOLUME:TARGET:rw:FLAG,..."
                            + " or group:NAME:TARGET");
        }
        if (!parts.getFirst().startsWith("/")) {
            throw new IllegalArgumentException("'" + parts.getFirst() + "' is no target: it must begin with /");
        }
        return TaskMount.newBuilder()
                .setSource(source)
                .setTarget(parts.getFirst())
                .setReadOnly(mode.equals("ro"))
                .addAllMountFlags(flags)
                .build();
    }
}
