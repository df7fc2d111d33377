package io.hawser.volume.lifecycle.work;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.catchup.work.OwnRecords;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.tx.db.DatabaseLife;
import io.hawser.ledger.tx.db.InOrder;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Periodic;
import io.hawser.ledger.tx.db.RowLock;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.v1.MountReport;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumeOnNode;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.DecisionContext;
import io.hawser.volume.lifecycle.RestoredVolume;
import io.hawser.volume.lifecycle.db.KnownRecords;
import io.hawser.volume.lifecycle.db.PublicationRow;
import io.hawser.volume.lifecycle.db.VolumeMapping;
import io.hawser.volume.lifecycle.db.VolumeRow;
import io.hawser.volume.orphan.db.OrphanRows;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Compares the volumes with {@code hawser.volumes} before any decision, after a start and when another database server
 * answers. A record with a revision above the row's was published by a lost database.
 */
@ApplicationScoped
public class RestoredVolumes {
    private static final Logger LOG = Logger.getLogger(RestoredVolumes.class);
    private static final Duration EVERY = Duration.ofMinutes(1);

    @Produces
    final Periodic notes;

    private final StartGate gate;
    private final Transactions transactions;
    private final OwnRecords records;
    private final DatabaseLife life;
    private final Clock clock;
    private volatile Optional<Instant> minuteBefore = Optional.empty();

    public RestoredVolumes(
            StartGate gate,
            Transactions transactions,
            OwnRecords records,
            DatabaseLife life,
            Clock clock,
            Vertx vertx) {
        this.gate = gate;
        this.transactions = transactions;
        this.records = records;
        this.life = life;
        this.clock = clock;
        this.notes = new Periodic(
                vertx,
                EVERY,
                () -> gate.isOpen() ? note() : Uni.createFrom().voidItem(),
                failure -> LOG.debug("the next start compares some records more", failure));
    }

    void start(@Observes StartupEvent event) {
        gate.onceRead(this::compare);
    }

    /**
     * Notes the time of a minute ago. A machine that is restored to a snapshot with its memory has a time from before
     * the snapshot here, until the gate sees that the database went back.
     */
    private Uni<Void> note() {
        Optional<Instant> time = minuteBefore;
        return gate.whenOpen(tx -> time.map(known -> KnownRecords.note(tx, known))
                        .orElseGet(() -> Uni.createFrom().voidItem())
                        .replaceWith(earlier(tx)))
                .invoke(now -> minuteBefore = Optional.of(now))
                .replaceWithVoid();
    }

    /**
     * A comparison that fails, or whose replica ends, begins again where it began, not after what it has stored. So
     * does one during which another server answers: its database is not compared.
     */
    Uni<Void> compare() {
        long server = life.number();
        return transactions
                .read(tx -> KnownRecords.until(tx).map(until -> Map.entry(until, earlier(tx))))
                .chain(times -> records.since(
                                HawserTopic.VOLUMES,
                                KnownRecords.beforeClocks(times.getKey()),
                                Volume.getDefaultInstance(),
                                this::store)
                        .chain(() -> transactions.run(tx -> life.number() == server
                                ? KnownRecords.note(tx, times.getValue())
                                : Uni.createFrom().failure(new IllegalStateException("another server answers")))));
    }

    /** The earlier of the database's time and this process': one of the clocks may be ahead. */
    private Instant earlier(LedgerTransaction tx) {
        Instant here = clock.instant();
        return here.isBefore(tx.now()) ? here : tx.now();
    }

    private Uni<Void> store(List<Volume> published) {
        Map<VolumeName, Volume> byName = published.stream()
                .collect(Collectors.toMap(
                        volume -> new VolumeName(volume.getName()), Function.identity(), (one, other) -> other));
        return transactions
                .run(tx -> older(tx, byName.values())
                        .chain(names -> VolumeRow.locked(tx, names, RowLock.UPDATE))
                        .chain(rows -> PublicationRow.of(
                                        tx, rows.stream().map(VolumeRow::id).toList())
                                .chain(publications -> InOrder.each(
                                        rows,
                                        row -> store(
                                                tx,
                                                row,
                                                publications.getOrDefault(row.id(), List.of()),
                                                Objects.requireNonNull(byName.get(row.id())))))
                                .replaceWith(rows.size())))
                .invoke(stored -> {
                    if (stored > 0) {
                        LOG.warnf(
                                "the database is an older copy: %d volumes were published in a later state;"
                                        + " what was created or attached since is uncertain",
                                stored);
                    }
                })
                .replaceWithVoid();
    }

    /** Most starts find none, and then lock no row. */
    private static Uni<List<VolumeName>> older(LedgerTransaction tx, Collection<Volume> published) {
        return tx.statements()
                .select(
                        """
                        select v.name from volume v
                        join unnest($1::text[], $2::text[], $3::bigint[]) as published (name, uid, revision)
                          on v.name = published.name and v.uid = published.uid and v.revision < published.revision
                        """,
                        published.stream().map(Volume::getName).toArray(String[]::new),
                        published.stream().map(Volume::getUid).toArray(String[]::new),
                        published.stream().map(Volume::getRevision).toArray(Long[]::new))
                .map(rows -> rows.stream()
                        .map(row -> new VolumeName((String) row[0]))
                        .toList());
    }

    private static Uni<Void> store(LedgerTransaction tx, VolumeRow row, List<PublicationRow> here, Volume published) {
        if (row.revision >= published.getRevision()) {
            return Uni.createFrom().voidItem();
        }
        RestoredVolume.Compared compared =
                RestoredVolume.with(VolumeMapping.volume(row, here), published, new DecisionContext(tx.now(), 0));
        VolumeChanges.publications(tx, here, Optional.of(compared.volume()), row.id());
        VolumeMapping.write(compared.volume(), row);
        row.revision = published.getRevision();
        row.published = published.toBuilder().clearRevision().build().toByteArray();
        VolumeRow.wake(tx, row.id());
        return InOrder.each(compared.unexplained(), node -> {
            boolean known = compared.volume().publications().containsKey(new NodeName(node.getNode()));
            return OrphanRows.perhapsAttached(tx, report(published, node), known ? "" : node.getCsiNodeId());
        });
    }

    private static MountReport report(Volume published, VolumeOnNode node) {
        return MountReport.newBuilder()
                .setNode(node.getNode())
                .setVolume(published.getName())
                .setUid(published.getUid())
                .setGeneration(node.getGeneration())
                .build();
    }
}
