package io.hawser.volume.store;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** The last {@code hawser.v1.Plugin} of a plugin. */
@Entity
@Table(name = "plugin")
public class PluginRow {
    @Id
    public String name;

    public byte[] message;
}
