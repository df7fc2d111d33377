package io.hawser.volume.command;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.envelope.Truncated;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.intake.Backlog;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.message.CommandResults;
import io.hawser.v1.CommandResult;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.ForgetMount;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.UpdateVolume;
import io.hawser.volume.intake.BatchRows;
import io.hawser.volume.lifecycle.Volume;
import io.hawser.volume.spec.Fault;
import io.hawser.volume.store.CommandRow;
import io.hawser.volume.store.VolumeMapping;
import io.hawser.volume.store.VolumeRow;
import io.hawser.volume.wiring.VolumeConfig;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Function;

/** Takes wishes from outside in: stores what each changes, and answers it. */
@ApplicationScoped
public class Commands {
    private static final int UID_CHARACTERS = 24;

    private final Answers answers;
    private final Backlog backlog;
    private final VolumeConfig config;

    public Commands(Answers answers, Backlog backlog, VolumeConfig config) {
        this.answers = answers;
        this.backlog = backlog;
        this.config = config;
    }

    /**
     * One of the wishes, with the rows that it concerns loaded and locked. What it names and is not known yet makes it
     * wait.
     */
    public Uni<Void> apply(LedgerTransaction tx, BatchRows rows, Decoded.Known wish) {
        if (rows.isDeferred(rows.nameIn(wish.message()))) {
            return defer(tx, rows, wish, "an earlier wish for the volume waits");
        }
        return apply(tx, rows, wish, fault -> defer(tx, rows, wish, fault.reason() + ", as far as was read"));
    }

    /**
     * The same when everything that was written before the wish has been read: what is not known now does not exist.
     */
    Uni<Void> applyCaughtUp(LedgerTransaction tx, BatchRows rows, Decoded.Known wish) {
        return apply(tx, rows, wish, fault -> refuse(tx, rows, wish, fault));
    }

    private Uni<Void> apply(
            LedgerTransaction tx, BatchRows rows, Decoded.Known wish, Function<Fault, Uni<Void>> notKnown) {
        Optional<CommandRow> before = rows.command(wish.id()).filter(Answers::isOfAWish);
        if (before.isPresent()) {
            answers.repeat(tx, before.get(), wish);
            return Uni.createFrom().voidItem();
        }
        return switch (verdict(rows, wish, tx.now().plus(config.backoffFloor()))) {
            case CommandRules.Verdict.Accepted(Volume changed, String note) ->
                store(tx, rows, changed, wish)
                        .chain(() -> answer(tx, rows, wish, asked -> CommandResults.accepted(asked, note)));
            case CommandRules.Verdict.Refused(Fault fault) -> refuse(tx, rows, wish, fault);
            case CommandRules.Verdict.NotKnown(Fault fault) -> notKnown.apply(fault);
        };
    }

    private static Uni<Void> defer(LedgerTransaction tx, BatchRows rows, Decoded.Known wish, String why) {
        String volume = rows.nameIn(wish.message());
        rows.defer(volume);
        return DeferredRows.add(tx, volume, wish, why);
    }

    private Uni<Void> refuse(LedgerTransaction tx, BatchRows rows, Decoded.Known wish, Fault fault) {
        return answer(tx, rows, wish, asked -> CommandResults.rejected(asked, fault.field(), fault.reason()));
    }

    private Uni<Void> answer(
            LedgerTransaction tx,
            BatchRows rows,
            Decoded.Known wish,
            Function<CommandResults.Asked, CommandResult> outcome) {
        String volume = Truncated.of(rows.nameIn(wish.message()));
        CommandResult result = outcome.apply(new CommandResults.Asked(wish.id(), wish.type(), volume));
        return answers.first(tx, rows, volume, wish, result);
    }

    private static CommandRules.Verdict verdict(BatchRows rows, Decoded.Known wish, Instant soon) {
        Message message = wish.message();
        return switch (message) {
            case CreateVolume create ->
                CommandRules.create(
                        create,
                        wish.key(),
                        uid(wish.origin()),
                        rows.volume(create.getName()),
                        rows.knowsPlugin(create.getSpec().getPlugin()));
            case UpdateVolume update -> CommandRules.update(update, wish.key(), rows.volume(update.getName()));
            case ForgetMount forget ->
                CommandRules.forget(forget, wish.key(), wish.id(), rows.volume(forget.getName()));
            case RemoveVolume remove ->
                CommandRules.remove(
                        remove,
                        wish.key(),
                        wish.id(),
                        rows.volume(remove.getName()),
                        rows.holders(remove.getName()),
                        soon);
            default -> throw new IllegalStateException("not a wish: " + wish.type());
        };
    }

    private Uni<Void> store(LedgerTransaction tx, BatchRows rows, Volume volume, Decoded.Known wish) {
        tx.due(new DueChange.Wake("volume", volume.name(), volume.spec().getPlugin(), tx.now()));
        rows.holders(volume.name()).forEach(claim -> tx.due(new DueChange.Wake("task", claim.task(), "", tx.now())));
        rows.waiting(volume).forEach(task -> tx.due(new DueChange.Wake("task", task, "", tx.now())));
        Optional<VolumeRow> existing = rows.volumeRow(volume.name());
        if (existing.isPresent()) {
            VolumeMapping.write(volume, existing.get());
            rows.publications(volume.name())
                    .forEach(row -> VolumeMapping.write(
                            volume.name(), volume.publications().get(row.node), row));
            return Uni.createFrom().voidItem();
        }
        VolumeRow row = new VolumeRow();
        VolumeMapping.write(backlog.holds(wish.origin()) ? volume.perhapsWishedBefore() : volume, row);
        row.createCommand = wish.id();
        rows.add(row);
        return tx.session().persist(row);
    }

    /** Of the record that asked: a replay after a restore finds the same backing volume. */
    private static String uid(Origin origin) {
        byte[] digest = Repetition.digest(
                origin.topicId(), (origin.partition() + "/" + origin.offset()).getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest).substring(0, UID_CHARACTERS);
    }
}
