package io.hawser.plugin.registry.db;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Table {@code plugin}: the lock of everything about one plugin, and its record that was published last. */
@Entity
@Table(name = "plugin")
public class PluginRow {
    /** Of due work: the plugin is to be published. */
    public static final String KIND = "plugin";

    @Id
    private String name;

    private String currentName;
    private byte @Nullable [] published;
    private long revision;

    protected PluginRow() {}

    PluginRow(String name) {
        this.name = name;
        this.currentName = "";
    }

    public String name() {
        return name;
    }

    Optional<String> current() {
        return Optional.of(currentName).filter(current -> !current.isEmpty());
    }

    void current(Optional<String> current) {
        currentName = current.orElse("");
    }

    /** Without its revision; empty if the topic has no record of the plugin. */
    public Optional<byte[]> published() {
        return Optional.ofNullable(published);
    }

    public void published(Optional<byte[]> message, long at) {
        published = message.orElse(null);
        revision = at;
    }

    /** The revision that was published last; 0 before the first. */
    public long revision() {
        return revision;
    }
}
