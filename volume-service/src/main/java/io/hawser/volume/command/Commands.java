package io.hawser.volume.command;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.Origin;
import io.hawser.ledger.Revisions;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.v1.Accepted;
import io.hawser.v1.CommandResult;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.Rejected;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.UpdateVolume;
import io.hawser.volume.intake.BatchRows;
import io.hawser.volume.lifecycle.Volume;
import io.hawser.volume.report.Publishing;
import io.hawser.volume.spec.Fault;
import io.hawser.volume.store.CommandRow;
import io.hawser.volume.store.VolumeMapping;
import io.hawser.volume.store.VolumeRow;
import io.hawser.volume.store.Wire;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/** Takes wishes from outside in: remembers the command, stores what it changes, answers it. */
@ApplicationScoped
public class Commands {
    private static final int UID_CHARACTERS = 24;

    private final Publishing publishing;

    public Commands(Publishing publishing) {
        this.publishing = publishing;
    }

    /** One of the three wishes, with the rows that it concerns loaded and locked. */
    public Uni<Void> apply(LedgerTransaction tx, BatchRows rows, Decoded.Known wish) {
        byte[] content = digest(wish.type(), wish.message().toByteArray());
        Optional<CommandRow> before = rows.command(wish.id());
        if (before.isPresent()) {
            return repeated(tx, before.get(), content, wish);
        }
        CommandRules.Verdict verdict = verdict(rows, wish);
        String volume = rows.nameIn(wish.message());
        CommandResult.Builder result = CommandResult.newBuilder()
                .setCommandId(wish.id())
                .setCommandType(wish.type())
                .setEntity(volume)
                .setRevision(Revisions.next(0, tx.now()));
        Uni<Void> stored =
                switch (verdict) {
                    case CommandRules.Verdict.Accepted(Volume changed, String note) -> {
                        result.setAccepted(Accepted.newBuilder().setNote(note));
                        yield store(tx, rows, changed, wish);
                    }
                    case CommandRules.Verdict.Refused(Fault fault) -> {
                        result.setRejected(
                                Rejected.newBuilder().setField(fault.field()).setReason(fault.reason()));
                        yield Uni.createFrom().voidItem();
                    }
                };
        CommandRow row = new CommandRow();
        row.id = wish.id();
        row.volume = volume;
        row.content = content;
        row.result = result.build().toByteArray();
        row.received = tx.now();
        rows.remember(row);
        tx.publish(publishing.result(result.build(), tx.now()));
        return stored.chain(() -> tx.session().persist(row));
    }

    /** The same wish is answered again and does nothing more; another wish under the same id is a mistake of the producer's. */
    private Uni<Void> repeated(LedgerTransaction tx, CommandRow before, byte[] content, Decoded.Known wish) {
        CommandResult answer = Wire.read(CommandResult.parser(), before.result);
        CommandResult.Builder again = answer.toBuilder().setRevision(Revisions.next(answer.getRevision(), tx.now()));
        if (!Arrays.equals(before.content, content)) {
            again.setCommandType(wish.type())
                    .setRejected(Rejected.newBuilder()
                            .setField("id")
                            .setReason("the command id '" + wish.id() + "' was used before, for another wish"));
        }
        tx.publish(publishing.result(again.build(), tx.now()));
        return Uni.createFrom().voidItem();
    }

    /** A wish that could be decoded but not understood. */
    public void refuse(LedgerTransaction tx, Decoded.Invalid invalid) {
        CommandResult result = CommandResult.newBuilder()
                .setCommandId(invalid.id())
                .setCommandType(invalid.type())
                .setEntity(invalid.key().orElse(""))
                .setRejected(Rejected.newBuilder().setField(invalid.field()).setReason(invalid.reason()))
                .setRevision(Revisions.next(0, tx.now()))
                .build();
        tx.publish(publishing.result(result, tx.now()));
    }

    private static CommandRules.Verdict verdict(BatchRows rows, Decoded.Known wish) {
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
            case RemoveVolume remove ->
                CommandRules.remove(
                        remove, wish.key(), wish.id(), rows.volume(remove.getName()), rows.holders(remove.getName()));
            default -> throw new IllegalStateException("not a wish: " + wish.type());
        };
    }

    private static Uni<Void> store(LedgerTransaction tx, BatchRows rows, Volume volume, Decoded.Known wish) {
        tx.due(new DueChange.Wake("volume", volume.name(), volume.spec().getPlugin(), tx.now()));
        rows.holders(volume.name()).forEach(claim -> tx.due(new DueChange.Wake("task", claim.task(), "", tx.now())));
        rows.waiting(volume).forEach(task -> tx.due(new DueChange.Wake("task", task, "", tx.now())));
        Optional<VolumeRow> existing = rows.volumeRow(volume.name());
        if (existing.isPresent()) {
            VolumeMapping.write(volume, existing.get());
            return Uni.createFrom().voidItem();
        }
        VolumeRow row = new VolumeRow();
        VolumeMapping.write(volume, row);
        row.createCommand = wish.id();
        rows.add(row);
        return tx.session().persist(row);
    }

    /** Of the record that asked: a replay after a restore finds the same backing volume. */
    private static String uid(Origin origin) {
        byte[] digest =
                digest(origin.topicId(), (origin.partition() + "/" + origin.offset()).getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest).substring(0, UID_CHARACTERS);
    }

    private static byte[] digest(String type, byte[] content) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(type.getBytes(StandardCharsets.UTF_8));
            sha.update((byte) 0);
            return sha.digest(content);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
