package io.hawser.volume.lifecycle.csi;

import io.hawser.csi.CsiEndpoint;
import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.v1.Plugin;
import io.hawser.volume.plugin.db.PluginRow;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The endpoints of all plugins' current instances, as {@code hawser.plugins} says. */
@ApplicationScoped
class PresentEndpoints {
    private final Transactions transactions;

    PresentEndpoints(Transactions transactions) {
        this.transactions = transactions;
    }

    Uni<Set<CsiEndpoint>> all() {
        return transactions
                .single(statements -> statements.rows(PluginRow.class, ""))
                .map(PresentEndpoints::of);
    }

    static Set<CsiEndpoint> of(List<PluginRow> plugins) {
        return plugins.stream()
                .map(row -> ColumnCodec.read(Plugin.parser(), row.message).getEndpoint())
                .flatMap(endpoint -> parsed(endpoint).stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Empty without a current instance; an endpoint that cannot be called has no connection. */
    private static Optional<CsiEndpoint> parsed(String endpoint) {
        try {
            return endpoint.isEmpty() ? Optional.empty() : Optional.of(CsiEndpoint.parse(endpoint));
        } catch (IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }
}
