package io.hawser.volume.command.work;

import io.hawser.ledger.intake.Backlog;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.message.CommandResults;
import io.hawser.message.Fault;
import io.hawser.message.Truncated;
import io.hawser.v1.CommandResult;
import io.hawser.volume.claim.db.TaskRow;
import io.hawser.volume.command.CommandRules;
import io.hawser.volume.command.CreationUid;
import io.hawser.volume.command.VolumeCommand;
import io.hawser.volume.command.db.CommandRow;
import io.hawser.volume.command.db.DeferredRows;
import io.hawser.volume.command.db.DeferredRows.DeferredRow;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.intake.db.BatchRows;
import io.hawser.volume.lifecycle.Volume;
import io.hawser.volume.lifecycle.db.VolumeMapping;
import io.hawser.volume.lifecycle.db.VolumeRow;
import io.hawser.volume.wiring.VolumeConfig;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** Applies commands: stores what each changes, and answers it. */
@ApplicationScoped
public class Commands {

    private final Answers answers;
    private final Backlog backlog;
    private final VolumeConfig config;

    public Commands(Answers answers, Backlog backlog, VolumeConfig config) {
        this.answers = answers;
        this.backlog = backlog;
        this.config = config;
    }

    /** Applies a command whose rows are loaded and locked. A command that names something unknown waits. */
    public Uni<Void> apply(LedgerTransaction tx, BatchRows rows, VolumeCommand command) {
        boolean perhapsBefore = backlog.holds(command.record().origin());
        if (rows.isDeferred(command.volume()) && !isOfTheLeaving(rows, command, perhapsBefore)) {
            return defer(tx, rows, command, perhapsBefore, "an earlier command for the volume waits");
        }
        return decide(tx, rows, command, perhapsBefore, true)
                .map(why -> defer(tx, rows, command, perhapsBefore, why))
                .orElseGet(() -> Uni.createFrom().voidItem());
    }

    /**
     * Whether the command concerns the volume that is being removed, and not one that waits for that: it names that
     * volume's uid, or it is a new one that may end the removal.
     */
    private static boolean isOfTheLeaving(BatchRows rows, VolumeCommand command, boolean perhapsBefore) {
        boolean ends = command instanceof VolumeCommand.Forget
                || command instanceof VolumeCommand.Remove remove
                        && remove.message().getForce()
                        && remove.uid().isEmpty();
        return rows.volume(command.volume())
                .filter(volume -> volume.removal().isPresent())
                .filter(volume -> volume.uid().equals(command.uid()) || ends && !perhapsBefore)
                .isPresent();
    }

    /**
     * Applies a command after everything written before it has been read: what is unknown now does not exist.
     *
     * @return why it waits longer; empty if it is applied
     */
    Optional<String> applyCaughtUp(LedgerTransaction tx, BatchRows rows, DeferredRow waiting) {
        return decide(tx, rows, waiting.command(), waiting.backlog(), false);
    }

    /**
     * @param perhapsBefore whether a lost database may have acted on the command
     * @param mayBeRead whether what the command names may still be read
     * @return why it must wait; empty if it is applied
     */
    private Optional<String> decide(
            LedgerTransaction tx, BatchRows rows, VolumeCommand command, boolean perhapsBefore, boolean mayBeRead) {
        Optional<CommandRow> before = rows.command(command.record().id()).filter(Answers::isOfACommand);
        if (before.isPresent()) {
            answers.repeat(tx, before.get(), command.record());
            return Optional.empty();
        }
        switch (verdict(rows, command, tx.now().plus(config.backoffFloor()))) {
            case CommandRules.Verdict.Accepted(Volume changed, String note) -> {
                // Existing mounts are read after the commands.
                if (command instanceof VolumeCommand.Register && perhapsBefore && mayBeRead) {
                    return Optional.of("a node may report a mount of an earlier volume of this name: all reports are"
                            + " read first");
                }
                store(tx, rows, changed, command, perhapsBefore);
                answer(tx, rows, command, asked -> CommandResults.accepted(asked, note));
            }
            case CommandRules.Verdict.Done(Volume changed, String note) -> {
                store(tx, rows, changed, command, perhapsBefore);
                answer(tx, rows, command, asked -> CommandResults.accepted(asked, ""));
                answers.done(tx, rows, command.record().id(), note);
            }
            case CommandRules.Verdict.Refused(Fault fault) -> refuse(tx, rows, command, fault);
            case CommandRules.Verdict.NotKnown(Fault fault) -> {
                if (mayBeRead) {
                    return Optional.of(fault.message() + ", as far as was read");
                }
                refuse(tx, rows, command, fault);
            }
            case CommandRules.Verdict.NotFree(Fault fault) -> {
                if (perhapsBefore) {
                    return Optional.of(fault.message());
                }
                refuse(tx, rows, command, fault);
            }
        }
        return Optional.empty();
    }

    private static Uni<Void> defer(
            LedgerTransaction tx, BatchRows rows, VolumeCommand command, boolean perhapsBefore, String message) {
        rows.defer(command.volume());
        return DeferredRows.add(tx, command, message, perhapsBefore);
    }

    private void refuse(LedgerTransaction tx, BatchRows rows, VolumeCommand command, Fault fault) {
        answer(tx, rows, command, asked -> CommandResults.rejected(asked, fault.field(), fault.message()));
    }

    private void answer(
            LedgerTransaction tx,
            BatchRows rows,
            VolumeCommand command,
            Function<CommandResults.Asked, CommandResult> outcome) {
        String volume = Truncated.of(command.volume().value());
        CommandResult result = outcome.apply(
                new CommandResults.Asked(command.record().id(), command.record().type(), volume));
        answers.first(
                tx,
                rows,
                volume,
                command.record(),
                CommandResults.warned(result, command.record().warnings()));
    }

    private static CommandRules.Verdict verdict(BatchRows rows, VolumeCommand command, Instant soon) {
        Optional<PluginName> plugin = command.created().map(spec -> new PluginName(spec.getPlugin()));
        return CommandRules.of(
                command,
                new CommandRules.Situation(
                        rows.volume(command.volume()),
                        rows.holders(command.volume()),
                        plugin.flatMap(rows::plugin).isPresent(),
                        CreationUid.of(
                                command.record().origin(), command.record().id()),
                        soon,
                        plugin.flatMap(
                                named -> command.claimedId().flatMap(id -> rows.owner(named, id, command.volume()))),
                        rows.mounted(command.volume())));
    }

    private void store(
            LedgerTransaction tx, BatchRows rows, Volume volume, VolumeCommand command, boolean perhapsBefore) {
        VolumeRow.wake(tx, volume.name());
        rows.holders(volume.name())
                .forEach(claim -> TaskRow.wake(tx, claim.task().value()));
        rows.waiting(volume).forEach(task -> TaskRow.wake(tx, task));
        Optional<VolumeRow> existing = rows.volumeRow(volume.name());
        if (existing.isPresent()) {
            VolumeMapping.write(volume, existing.get());
            rows.publications(volume.name())
                    .forEach(row -> VolumeMapping.write(
                            volume.name(),
                            Objects.requireNonNull(volume.publications().get(row.nodeName())),
                            row));
            return;
        }
        VolumeRow row = new VolumeRow();
        VolumeMapping.write(perhapsBefore ? volume.perhapsCommandedBefore() : volume, row);
        row.createCommand = command.record().id();
        row.requested = tx.now();
        rows.add(row);
        tx.add(row);
    }
}
