package io.hawser.ledger.outbox.kafka;

import io.hawser.ledger.outbox.Shards;
import io.hawser.ledger.tx.db.AtCommit;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;

/** Writes each transaction's published records last, because their ids are drawn then; then wakes the relays. */
@ApplicationScoped
@Priority(1)
class OutboxAtCommit implements AtCommit {
    private final OutboxSignal signal;

    OutboxAtCommit(OutboxSignal signal) {
        this.signal = signal;
    }

    @Override
    public Uni<Void> write(LedgerTransaction tx) {
        return OutboxRows.insert(tx.statements(), tx.published());
    }

    @Override
    public void committed(LedgerTransaction tx) {
        tx.published().stream()
                .map(record -> Shards.of(record.topic(), record.key()))
                .distinct()
                .forEach(signal::wake);
    }
}
