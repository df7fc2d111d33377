package io.hawser.plugin.registry.db;

import io.hawser.bus.key.NodePlugin;
import io.hawser.plugin.registry.Fingerprint;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

@Entity
@Table(name = "fingerprint")
public class FingerprintRow {
    @Id
    private String id;

    private String plugin;
    private String node;
    private boolean healthy;
    private String message;
    private boolean noController;
    private String[] topologyKeys;
    private @Nullable Instant unhealthySince;

    protected FingerprintRow() {}

    @SuppressWarnings("NullAway.Init") // The rest is set below.
    FingerprintRow(String plugin, Fingerprint fingerprint) {
        this.id = id(plugin, fingerprint);
        this.plugin = plugin;
        this.node = fingerprint.node();
        set(fingerprint);
    }

    static String id(String plugin, Fingerprint fingerprint) {
        return new NodePlugin(fingerprint.node(), plugin).key();
    }

    void set(Fingerprint fingerprint) {
        healthy = fingerprint.healthy();
        message = fingerprint.message();
        noController = fingerprint.noController();
        unhealthySince = fingerprint.unhealthySince().orElse(null);
        topologyKeys = fingerprint.topologyKeys().stream().sorted().toArray(String[]::new);
    }

    String id() {
        return id;
    }

    public String plugin() {
        return plugin;
    }

    public Fingerprint toDomain() {
        return new Fingerprint(
                node, healthy, message, noController, Set.of(topologyKeys), Optional.ofNullable(unhealthySince));
    }
}
