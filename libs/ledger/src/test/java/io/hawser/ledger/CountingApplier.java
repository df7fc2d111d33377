package io.hawser.ledger;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.intake.Applier;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.v1.Event;
import io.hawser.v1.Node;
import io.hawser.v1.Task;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/** A service in small: counts tasks by service, and answers each with an event. A task named "poison" cannot be applied. */
@ApplicationScoped
public class CountingApplier implements Applier {
    private final RecordEncoder encoder;

    CountingApplier(RecordEncoder encoder) {
        this.encoder = encoder;
    }

    @Override
    public MessageTypes types() {
        return MessageTypes.of(Task.getDefaultInstance(), Node.getDefaultInstance());
    }

    @Override
    public Uni<Void> apply(LedgerTransaction tx, List<Decoded> records) {
        Uni<Void> applied = Uni.createFrom().voidItem();
        for (Decoded record : records) {
            if (record instanceof Decoded.Known known && known.message() instanceof Task task) {
                applied = applied.chain(() -> apply(tx, task));
            }
        }
        return applied;
    }

    private Uni<Void> apply(LedgerTransaction tx, Task task) {
        if (task.getName().equals("poison")) {
            return Uni.createFrom().failure(new IllegalArgumentException("a task that cannot be applied"));
        }
        return tx.execute(
                        "insert into counter values ($1, 1) on conflict (name) do update set count = counter.count + 1",
                        task.getService())
                .invoke(() -> tx.publish(encoder.encode(
                        HawserTopic.EVENTS,
                        task.getName(),
                        "counted/" + task.getName(),
                        Event.newBuilder()
                                .setEntity("task/" + task.getName())
                                .setReason("Counted")
                                .build(),
                        tx.now())));
    }
}
