package io.hawser.ledger;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.intake.RecordHandler;
import io.hawser.ledger.intake.SampleStep;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.v1.Event;
import io.hawser.v1.Node;
import io.hawser.v1.Task;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A service in small: counts tasks by service, and answers each with an event. A task whose name begins with "poison"
 * cannot be applied; how it fails is behind the dash. One whose name begins with "moved" takes the service's row away
 * and counts under its own name.
 */
@ApplicationScoped
public class CountingApplier implements RecordHandler {
    private final RecordEncoder encoder;
    private final AtomicLong largest = new AtomicLong();
    private final Set<String> refused = ConcurrentHashMap.newKeySet();
    private volatile boolean broken;

    CountingApplier(RecordEncoder encoder) {
        this.encoder = encoder;
    }

    /** Of what one transaction was given, since that was asked last. */
    long largest() {
        return largest.getAndSet(0);
    }

    /** Keys of records that are larger than what others may write. */
    Set<String> refused() {
        return Set.copyOf(refused);
    }

    /** Whether every task fails, the sample record's too. */
    void broken(boolean now) {
        broken = now;
    }

    @Override
    public Uni<Void> apply(LedgerTransaction tx, List<Decoded> records) {
        largest.accumulateAndGet(
                records.stream()
                        .mapToLong(record -> record instanceof Decoded.Known known
                                ? known.message().getSerializedSize()
                                : 0)
                        .sum(),
                Math::max);
        Uni<Void> applied = Uni.createFrom().voidItem();
        for (Decoded record : records) {
            if (record instanceof Decoded.Invalid invalid) {
                invalid.key().ifPresent(refused::add);
            }
            if (record instanceof Decoded.Known known && known.message() instanceof Task task) {
                applied = applied.chain(() -> apply(tx, task));
            }
        }
        return applied;
    }

    @Override
    public List<SampleStep> sample(String name) {
        return List.of(
                new SampleStep.Says(
                        HawserTopic.NODES,
                        name,
                        name + "-node",
                        Node.newBuilder().setName(name).build()),
                new SampleStep.Says(
                        HawserTopic.TASKS,
                        name,
                        name + "-task",
                        Task.newBuilder().setName(name).setService(name).build()));
    }

    private Uni<Void> apply(LedgerTransaction tx, Task task) {
        if (broken) {
            return Uni.createFrom().failure(new IllegalStateException("no task can be applied: " + task.getName()));
        }
        return switch (task.getName()) {
            case "poison" -> Uni.createFrom().failure(new IllegalArgumentException("a task that cannot be applied"));
            case "poison-missing-class" -> throw new NoClassDefFoundError("a class that is not there");
            case "poison-deep-chain" -> count(tx, task).chain(CountingApplier::deep);
            case "poison-deep-call" -> count(tx, task).invoke(() -> endless(0));
            case "poison-in-session" ->
                tx.select(CounterRow.class, "where name = $1", task.getService())
                        .chain(CountingApplier::deep);
            case String own
            when own.startsWith("poison-own-") ->
                Uni.createFrom().failure(new IllegalStateException("for a reason of its own: " + own));
            case String moved when moved.startsWith("moved-") -> move(tx, task);
            default -> count(tx, task);
        };
    }

    private Uni<Void> move(LedgerTransaction tx, Task task) {
        return tx.select(CounterRow.class, "where name = $1", task.getService())
                .invoke(rows -> rows.forEach(tx::remove))
                .chain(() ->
                        count(tx, task.toBuilder().setService(task.getName()).build()));
    }

    /** Subscribed to recursively: what made the intake hang for good once. */
    private static Uni<Void> deep() {
        Uni<Void> chain = Uni.createFrom().voidItem();
        for (int i = 0; i < 100_000; i++) {
            chain = chain.chain(() -> Uni.createFrom().voidItem());
        }
        return chain;
    }

    @SuppressWarnings("InfiniteRecursion") // that is what it is for
    private static int endless(int depth) {
        return 1 + endless(depth + 1);
    }

    private Uni<Void> count(LedgerTransaction tx, Task task) {
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
