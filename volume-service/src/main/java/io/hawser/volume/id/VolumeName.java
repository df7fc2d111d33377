package io.hawser.volume.id;

import java.util.Objects;

/** The name of a volume. A later volume may have it again, with another uid. */
public record VolumeName(String value) implements Identifier<VolumeName> {
    public VolumeName {
        Objects.requireNonNull(value, "value");
    }

    @Override
    public String toString() {
        return value;
    }
}
