package io.hawser.cli.task;

import io.hawser.v1.TaskMount;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A task's mount as one argument: {@code SOURCE:TARGET[:ro]}, where the source is a volume or {@code group:NAME}. */
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
        boolean readOnly = parts.size() == 2 && parts.getLast().equals("ro");
        boolean understood = parts.size() == 1
                || readOnly
                || (parts.size() == 2 && parts.getLast().equals("rw"));
        if (!understood
                || source.isEmpty()
                || source.equals(GROUP + ":")
                || parts.getFirst().isEmpty()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no mount: write VOLUME:TARGET, VOLUME:TARGET:ro or group:NAME:TARGET");
        }
        return TaskMount.newBuilder()
                .setSource(source)
                .setTarget(parts.getFirst())
                .setReadOnly(readOnly)
                .build();
    }
}
