package io.hawser.volume.sweep.work;

import io.hawser.csi.CapabilitySet;
import io.hawser.ledger.call.work.CallDeadline;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.due.work.DueLoop;
import io.hawser.ledger.due.work.DueSettings;
import io.hawser.ledger.due.work.DueSignal;
import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.RowLock;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.hawser.v1.Plugin;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.kafka.Publishing;
import io.hawser.volume.lifecycle.csi.ControllerCalls;
import io.hawser.volume.lifecycle.db.VolumeRow;
import io.hawser.volume.plugin.db.PluginRow;
import io.hawser.volume.sweep.ListedPages;
import io.hawser.volume.sweep.Recorded;
import io.hawser.volume.sweep.RecordedBefore;
import io.hawser.volume.sweep.csi.ListingReader;
import io.hawser.volume.sweep.db.SweepRows;
import io.hawser.volume.wiring.VolumeConfig;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Sweeps due plugins: takes the right to list one, reads the records, lists, compares. Two replicas never list one
 * plugin at the same time; if one dies, the others wait until its time has passed. A plugin that never answers does not
 * delay the others.
 */
@ApplicationScoped
public class SweepWork {
    /** The kind of this due work; its keys are plugins. */
    public static final String KIND = "sweep";

    private static final Logger LOG = Logger.getLogger(SweepWork.class);
    private static final Duration MOST = Duration.ofMinutes(10);
    private static final int PLUGINS_AT_ONCE = 8;

    private final Transactions transactions;
    private final StartGate gate;
    private final ControllerCalls controllers;
    private final Publishing publishing;
    private final VolumeConfig config;
    private final Clock clock;

    @Produces
    final DueLoop loop;

    public SweepWork(
            Transactions transactions,
            StartGate gate,
            ControllerCalls controllers,
            Publishing publishing,
            VolumeConfig config,
            Clock clock,
            LedgerConfig ledger,
            Vertx vertx,
            DueSignal signal) {
        this.transactions = transactions;
        this.gate = gate;
        this.controllers = controllers;
        this.publishing = publishing;
        this.config = config;
        this.clock = clock;
        this.loop = new DueLoop(
                        new DueSettings(KIND, 1, PLUGINS_AT_ONCE, ledger.due()),
                        transactions,
                        vertx,
                        signal,
                        plugins -> work(new PluginName(plugins.getFirst())))
                .onlyWhile(gate::isOpen);
    }

    /**
     * @param until when the right to list ends
     * @param before read after the right to list was taken, and before the listing
     */
    private record Begun(PluginName plugin, String endpoint, boolean nodes, Instant until, RecordedBefore before) {}

    private Uni<Void> work(PluginName plugin) {
        CallDeadline whole = CallDeadline.start(MOST, config.clockMargin(), clock, System::nanoTime);
        return gate.whenOpen(tx -> begin(tx, plugin, whole))
                .call(begun -> begun.isEmpty()
                        ? Uni.createFrom().voidItem()
                        : SweepRows.ofPlugin(transactions, plugin, volumes -> Uni.createFrom()
                                .voidItem()
                                .invoke(() -> begun.get().before().add(judged(begun.get(), volumes)))))
                .chain(begun -> begun.isEmpty()
                        ? Uni.createFrom().voidItem()
                        : read(plugin, begun.get(), whole).chain(result -> end(plugin, begun.get(), result)
                                .eventually(() -> transactions.run(tx -> rest(tx, begun.get(), result)))));
    }

    private static List<Recorded> judged(Begun begun, Collection<Recorded> volumes) {
        return volumes.stream().map(volume -> volume.judged(begun.nodes())).toList();
    }

    /** @return empty if there is nothing to list, or if another replica lists */
    private Uni<Optional<Begun>> begin(LedgerTransaction tx, PluginName plugin, CallDeadline whole) {
        return PluginRow.locked(tx, List.of(plugin), RowLock.SHARE).chain(rows -> {
            Optional<Plugin> known =
                    rows.stream().findFirst().map(row -> ColumnCodec.read(Plugin.parser(), row.message));
            CapabilitySet capabilities = known.map(said -> CapabilitySet.of(
                            said.getPluginCapabilitiesList(), said.getControllerCapabilitiesList(), List.of()))
                    .orElse(CapabilitySet.NONE);
            if (!capabilities.hasController() || !capabilities.listsVolumes()) {
                // A change of the plugin makes this due again.
                tx.due(new DueChange.Never(KIND, plugin.value()));
                return known.filter(Plugin::getCapabilitiesKnown).isPresent()
                        ? forget(tx, plugin).replaceWith(Optional.empty())
                        : Uni.createFrom().item(Optional.empty());
            }
            tx.due(new DueChange.At(KIND, plugin.value(), "", tx.now().plus(config.sweepEvery())));
            if (known.orElseThrow().getEndpoint().isEmpty()) {
                return Uni.createFrom().item(Optional.empty());
            }
            Instant until = tx.now().plus(whole.rpc()).plus(whole.margin());
            return SweepRows.take(tx, plugin, until)
                    .map(mine -> mine
                            ? Optional.of(new Begun(
                                    plugin,
                                    known.get().getEndpoint(),
                                    capabilities.listsPublishedNodes(),
                                    until,
                                    new RecordedBefore()))
                            : Optional.empty());
        });
    }

    /** No later listing can end the conditions of a former version that listed. */
    private static Uni<Void> forget(LedgerTransaction tx, PluginName plugin) {
        return SweepRows.forget(tx, plugin)
                .invoke(names -> {
                    names.forEach(name -> VolumeRow.wake(tx, new VolumeName(name)));
                    if (!names.isEmpty()) {
                        tx.due(new DueChange.At(KIND, plugin.value(), "", tx.now()));
                    }
                })
                .replaceWithVoid();
    }

    private Uni<ListingReader.Result> read(PluginName plugin, Begun begun, CallDeadline whole) {
        return new ListingReader(
                        token -> controllers.list(
                                plugin, begun.endpoint(), token, config.sweepPage(), whole, config.rpcDeadline()),
                        () -> new ListedPages(begun.before(), config.sweepPage(), begun.nodes()))
                .read()
                .onFailure()
                .recoverWithItem(broken -> new ListingReader.Result.Failed(broken.toString(), false));
    }

    private Uni<Void> end(PluginName plugin, Begun begun, ListingReader.Result result) {
        return switch (result) {
            case ListingReader.Result.Failed(String message, boolean _) -> {
                LOG.infof("volumes not listed plugin=%s message=%s", plugin, message);
                yield Uni.createFrom().voidItem();
            }
            case ListingReader.Result.Listed(ListedPages listing) -> {
                Differences found = new Differences(transactions, publishing, plugin, begun.nodes(), listing);
                yield found.compare().chain(() -> transactions.run(found::orphans));
            }
        };
    }

    /**
     * The pause begins at the end of the sweep: a listing may take longer than the pause, and a failed one is not
     * repeated immediately. If another replica has taken the right meanwhile, the pause is that one's.
     */
    private Uni<Void> rest(LedgerTransaction tx, Begun begun, ListingReader.Result result) {
        Duration least =
                switch (result) {
                    case ListingReader.Result.Listed _ -> Duration.ZERO;
                    case ListingReader.Result.Failed(String _, boolean rejected) ->
                        rejected ? config.rejectedInterval() : config.backoffFloor();
                };
        Duration pause = least.compareTo(config.sweepEvery()) > 0 ? least : config.sweepEvery();
        return PluginRow.locked(tx, List.of(begun.plugin()), RowLock.SHARE)
                .chain(rows -> SweepRows.release(
                                tx, begun.plugin(), begun.until(), tx.now().plus(least))
                        .invoke(mine -> {
                            if (mine && !rows.isEmpty()) {
                                tx.due(new DueChange.At(
                                        KIND,
                                        begun.plugin().value(),
                                        "",
                                        tx.now().plus(pause)));
                            }
                        }))
                .replaceWithVoid();
    }
}
