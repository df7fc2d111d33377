package io.hawser.volume.lifecycle.db;

import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.tx.db.KeyedRows;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.RowLock;
import io.hawser.volume.id.Identifier;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.VolumeName;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code lifecycle.Volume} without its publications. */
@Entity
@Table(name = "volume")
public class VolumeRow {
    /** The kind of this due work; its keys are volumes' names. */
    public static final String KIND = "volume";

    @Id
    public String name;

    public String uid;
    public String plugin;

    @Column(name = "volume_group")
    public String group;

    public byte[] spec;
    public String createCommand;
    public boolean created;
    public boolean createAttempted;
    public @Nullable Boolean createMultiWriter;
    public @Nullable Boolean createConstrainsAccess;
    public boolean uncertain;
    public String volumeId;
    public long capacityBytes;
    public byte[] volumeContext;
    public byte[] topology;
    public int attempt;
    public @Nullable Instant notBefore;
    public String failure;
    public @Nullable Long parkedAt;
    public boolean removal;
    public boolean removalForce;
    public String removalCommand;
    public @Nullable String removalBarrier;
    public @Nullable String callId;
    public @Nullable String callKind;
    public @Nullable String callNode;
    public @Nullable Instant callUntil;
    public boolean callUncertainBefore;

    /** Since when the volume waits for a permit to call its plugin; null = it does not. */
    public @Nullable Instant queuedSince;

    /** When a volume that waits for a permit is to be decided although none is free; null = it waits for none. */
    public @Nullable Instant lookAt;

    public long generation;
    public @Nullable Instant since;

    /** Since when no healthy controller of the plugin is known; null = there is one. */
    public @Nullable Instant unservedSince;

    public String[] removalAbandoned = {};
    public String[] removalLater = {};
    public @Nullable String removalGuessed;
    public @Nullable Instant requested;

    /** Written only by the sweep's own statements. */
    @Column(insertable = false, updatable = false)
    public String @Nullable [] listingConfirmed;

    public byte @Nullable [] published;
    public long revision;

    /**
     * A registered volume that its plugin has not confirmed is stored as created, without an attempt, and uncertain: so
     * a replica of a version that knows no registrations creates no other volume for it.
     */
    public boolean isProvisioned() {
        return created && (createAttempted || !uncertain);
    }

    public PluginName pluginName() {
        return new PluginName(plugin);
    }

    public VolumeName id() {
        return new VolumeName(name);
    }

    public static Uni<List<VolumeRow>> locked(LedgerTransaction tx, Collection<VolumeName> ids, RowLock lock) {
        return KeyedRows.by(tx, VolumeRow.class, "name", Identifier.values(ids), lock);
    }

    public static void wake(LedgerTransaction tx, VolumeName volume) {
        tx.due(new DueChange.Wake(KIND, volume.value(), tx.now()));
    }

    /** Wakes the volumes whose names the statement returns in its first column. */
    public static Uni<Void> wakeFound(LedgerTransaction tx, String statement, Object... parameters) {
        return tx.statements()
                .select(statement, parameters)
                .invoke(found -> found.forEach(row -> wake(tx, new VolumeName((String) row[0]))))
                .replaceWithVoid();
    }
}
