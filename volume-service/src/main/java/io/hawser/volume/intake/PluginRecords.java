package io.hawser.volume.intake;

import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.v1.Plugin;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.intake.db.BatchRows;
import io.hawser.volume.plugin.db.PluginRow;
import io.hawser.volume.sweep.work.SweepWork;
import java.util.Optional;

/** Stores records of plugins, and wakes the decisions that read what has changed. */
final class PluginRecords {
    private PluginRecords() {}

    static void changed(LedgerTransaction tx, BatchRows rows, Plugin plugin) {
        PluginName name = new PluginName(plugin.getName());
        Optional<PluginRow> existing = rows.plugin(name);
        Optional<Plugin> before = existing.map(row -> ColumnCodec.read(Plugin.parser(), row.message));
        if (before.filter(b -> b.getRevision() >= plugin.getRevision()).isPresent()) {
            return;
        }
        PluginRow row = existing.orElseGet(PluginRow::new);
        row.name = name.value();
        row.message = plugin.toByteArray();
        rows.add(row);
        if (existing.isEmpty()) {
            tx.add(row);
        }
        boolean sameForVolumes = before.filter(b -> sameForVolumes(b, plugin)).isPresent();
        if (!sameForVolumes) {
            row.changedRevision = plugin.getRevision();
            wakeVolumes(tx, name);
        }
        boolean sameInstance = before.filter(b -> b.getEndpoint().equals(plugin.getEndpoint())
                        && b.getCurrent().equals(plugin.getCurrent()))
                .isPresent();
        if (!sameForVolumes || !sameInstance) {
            tx.due(new DueChange.Wake(SweepWork.KIND, name.value(), tx.now()));
        }
    }

    /**
     * Whether decisions about volumes read the same. Each call is made at the endpoint of its time; only whether there
     * is one matters.
     */
    private static boolean sameForVolumes(Plugin before, Plugin now) {
        return before.getEndpoint().isEmpty() == now.getEndpoint().isEmpty()
                && before.getCapabilitiesKnown() == now.getCapabilitiesKnown()
                && before.getVendorVersion().equals(now.getVendorVersion())
                && before.getPluginCapabilitiesList().equals(now.getPluginCapabilitiesList())
                && before.getControllerCapabilitiesList().equals(now.getControllerCapabilitiesList());
    }

    static void gone(LedgerTransaction tx, BatchRows rows, PluginName name) {
        Optional<PluginRow> existing = rows.plugin(name);
        if (existing.isEmpty()) {
            return;
        }
        rows.remove(existing.get());
        tx.due(new DueChange.Forget(SweepWork.KIND, name.value()));
        tx.remove(existing.get());
        wakeVolumes(tx, name);
    }

    /** They may be very many: a loop of its own wakes them page by page. */
    private static void wakeVolumes(LedgerTransaction tx, PluginName plugin) {
        tx.due(new DueChange.Wake(PluginRow.KIND, plugin.value(), tx.now()));
    }
}
