package io.hawser.plugin.registry.kafka;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.topic.TopicNames;
import io.hawser.csi.AllowedEndpoints;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.intake.RecordHandler;
import io.hawser.ledger.intake.SampleStep;
import io.hawser.ledger.silence.Heard;
import io.hawser.ledger.silence.db.HeardRows;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.plugin.registry.Answer;
import io.hawser.plugin.registry.Fact;
import io.hawser.plugin.registry.Registration;
import io.hawser.plugin.registry.db.InstanceRow;
import io.hawser.plugin.registry.db.LockedRegistry;
import io.hawser.v1.NodeHeartbeat;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Stores the content of records, answers commands, publishes changes, and makes instances due to be asked. It asks none
 * itself.
 */
@ApplicationScoped
public class RegistryIntake implements RecordHandler {
    private final TopicNames names;
    private final AllowedEndpoints allowed;
    private final Announcements announcements;

    public RegistryIntake(TopicNames names, AllowedEndpoints allowed, Announcements announcements) {
        this.names = names;
        this.allowed = allowed;
        this.announcements = announcements;
    }

    @Override
    public List<SampleStep> sample(String name) {
        return RegistrySample.steps(name, allowed);
    }

    @Override
    public Uni<Void> apply(LedgerTransaction tx, List<Decoded> records) {
        List<Fact> facts = new ArrayList<>();
        List<Answer> refusals = new ArrayList<>();
        // Of each node the last record counts.
        Map<String, Heard> heard = new LinkedHashMap<>();
        Set<String> gone = new LinkedHashSet<>();
        for (Decoded record : records) {
            switch (FactReader.read(record, names, allowed)) {
                case ParsedRecord.Accepted(Fact fact) -> facts.add(fact);
                case ParsedRecord.Heartbeat(NodeHeartbeat beat) -> {
                    heard.put(beat.getNode(), heard(tx, record, beat));
                    gone.remove(beat.getNode());
                }
                case ParsedRecord.HeartbeatGone(String node) -> {
                    heard.remove(node);
                    gone.add(node);
                }
                case ParsedRecord.Refused(Answer.Rejected answer) -> refusals.add(answer);
                case ParsedRecord.Ignored ignored -> announcements.ignored(tx, ignored);
            }
        }
        refusals.forEach(answer -> announcements.answer(tx, answer));
        return HeardRows.heard(tx, heard.values())
                .call(() -> HeardRows.forget(tx, gone))
                .chain(back -> {
                    back.forEach(node -> facts.add(new Fact.HeardOrNot(node)));
                    return facts.isEmpty() ? Uni.createFrom().voidItem() : apply(tx, facts, micros(tx.now()));
                });
    }

    /** Records that these nodes have fallen silent: their last fingerprints do not count any more. */
    public Uni<Void> silent(LedgerTransaction tx, List<String> nodes) {
        return apply(tx, nodes.stream().<Fact>map(Fact.HeardOrNot::new).toList(), micros(tx.now()));
    }

    private static Heard heard(LedgerTransaction tx, Decoded record, NodeHeartbeat beat) {
        return new Heard(
                beat.getNode(),
                record.origin().appended(),
                tx.now(),
                Heard.interval(beat.hasInterval(), beat.getInterval()));
    }

    private Uni<Void> apply(LedgerTransaction tx, List<Fact> facts, long clock) {
        return LockedRegistry.lock(tx, facts)
                .invoke(locked -> {
                    Registration.Outcome outcome = Registration.apply(locked.toDomain(), facts, clock);
                    locked.write(outcome.after());
                    announcements.changes(tx, locked, outcome.after());
                    plugins(facts)
                            .filter(name -> locked.row(name).isEmpty())
                            .forEach(name -> announcements.unknown(tx, name));
                    announcements.events(tx, outcome.events());
                    outcome.answers().forEach(answer -> announcements.answer(tx, answer));
                    outcome.toAsk().forEach(each -> tx.due(new DueChange.Wake(InstanceRow.KIND, key(each), tx.now())));
                    outcome.gone().forEach(each -> tx.due(new DueChange.Forget(InstanceRow.KIND, key(each))));
                })
                .replaceWithVoid();
    }

    private static Stream<String> plugins(List<Fact> facts) {
        return facts.stream()
                .flatMap(fact -> switch (fact) {
                    case Fact.Command command -> Stream.of(command.plugin());
                    case Fact.Found(String plugin, var ignored) -> Stream.of(plugin);
                    case Fact.NotFound(String plugin, var ignored) -> Stream.of(plugin);
                    case Fact.HeardOrNot ignored -> Stream.<String>of();
                    case Fact.NodeIs ignored -> Stream.<String>of();
                })
                .distinct();
    }

    private static String key(Registration.InstanceOf instance) {
        return InstanceRow.id(instance.plugin(), instance.instance());
    }

    private static long micros(Instant now) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, now);
    }
}
