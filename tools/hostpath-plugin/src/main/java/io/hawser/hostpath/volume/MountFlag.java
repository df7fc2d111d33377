package io.hawser.hostpath.volume;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The mount flags that a bind mount can have for itself. Any other flag belongs to the underlying file system and is
 * refused.
 */
public enum MountFlag {
    RO,
    NOSUID,
    NODEV,
    NOEXEC,
    NOATIME,
    NODIRATIME,
    RELATIME;

    /** The spelling of mount(8) and of the kernel's mount table. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<MountFlag> parse(String text) {
        return Arrays.stream(values()).filter(f -> f.text().equals(text)).findFirst();
    }
}
