package io.hawser.volume.id;

import java.util.Objects;

/** The name of a plugin in {@code hawser.plugins}. */
public record PluginName(String value) implements Identifier<PluginName> {
    public PluginName {
        Objects.requireNonNull(value, "value");
    }

    @Override
    public String toString() {
        return value;
    }
}
