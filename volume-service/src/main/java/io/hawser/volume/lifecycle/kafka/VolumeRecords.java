package io.hawser.volume.lifecycle.kafka;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.util.Timestamps;
import io.hawser.ledger.Revisions;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.message.CommandResults;
import io.hawser.v1.CommandResult;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.RegisterVolume;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.kafka.Publishing;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Conditions;
import io.hawser.volume.lifecycle.Effect;
import io.hawser.volume.lifecycle.Volume;
import io.hawser.volume.lifecycle.db.VolumeRow;
import io.hawser.volume.lifecycle.report.AssignmentReport;
import io.hawser.volume.lifecycle.report.VolumeReport;
import io.hawser.volume.lifecycle.report.VolumeReport.Suspect;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Publishes a volume's changed state and the effects of its decision. */
@ApplicationScoped
public class VolumeRecords {
    private final Publishing publishing;

    public VolumeRecords(Publishing publishing) {
        this.publishing = publishing;
    }

    /** The row is locked. An unchanged state is not published, because it would wake readers for nothing. */
    public void state(
            LedgerTransaction tx, VolumeRow row, Conditions.Input said, int waiting, Map<NodeName, Suspect> suspects) {
        io.hawser.v1.Volume.Builder report = VolumeReport.of(
                said.volume(),
                said.claims(),
                waiting,
                Conditions.of(said, tx.now()),
                row.listingConfirmed == null ? List.of() : List.of(row.listingConfirmed),
                suspects)
                .toBuilder();
        if (row.requested != null) {
            report.setRequested(Timestamps.fromMicros(ChronoUnit.MICROS.between(Instant.EPOCH, row.requested)));
        }
        byte[] bytes = report.build().toByteArray();
        if (Arrays.equals(bytes, row.published)) {
            return;
        }
        row.published = bytes;
        row.revision = Revisions.next(row.revision, tx.now());
        tx.publish(publishing.volume(report.setRevision(row.revision).build(), tx.now()));
    }

    public void gone(LedgerTransaction tx, VolumeName name) {
        tx.publish(publishing.volumeGone(name));
    }

    /** Publishes the node's last assignment again, if there is one. */
    public void assignmentAgain(LedgerTransaction tx, Volume volume, List<Claim> holders, NodeName node) {
        AssignmentReport.standing(volume, holders).stream()
                .filter(assignment -> assignment.getNode().equals(node.value()))
                .forEach(assignment -> tx.publish(publishing.assignment(assignment, tx.now())));
    }

    /**
     * @param volume as it was at the decision: an assignment needs its spec and contexts
     * @param removed whether a node is removed from the inventory: its report ends with its assignment
     * @return answers to commands that ended, which are not published yet
     */
    public List<CommandResult> effects(
            LedgerTransaction tx, Volume volume, Predicate<NodeName> removed, List<Effect> effects) {
        List<CommandResult> ended = new ArrayList<>();
        for (Effect effect : effects) {
            switch (effect) {
                case Effect.Assign assign ->
                    tx.publish(publishing.assignment(AssignmentReport.of(volume, assign), tx.now()));
                case Effect.Unassign(NodeName node) -> {
                    tx.publish(publishing.assignmentGone(node, volume.name()));
                    if (removed.test(node)) {
                        tx.publish(publishing.reportGone(node, volume.name()));
                    }
                }
                case Effect.RecordEvent(String reason, var node, String message) ->
                    tx.publish(publishing.event(volume.name(), reason, node, message, tx.now()));
                case Effect.CommandDone(String command, Descriptor type, String note) ->
                    done(volume.name(), command, type, note).ifPresent(ended::add);
                // These are stored, not published.
                case Effect.NoteBarrier _, Effect.AskNodesNamedIn _, Effect.DetachEverywhere _ -> {}
            }
        }
        return ended;
    }

    /** The result of the command that created the volume, if that command ends now; not published yet. */
    public Optional<CommandResult> created(VolumeRow row, Volume before, Optional<Volume> after) {
        if (before.provision().created()) {
            return Optional.empty();
        }
        boolean registered = before.provision().isToConfirm();
        Descriptor type = registered ? RegisterVolume.getDescriptor() : CreateVolume.getDescriptor();
        String achieved = registered ? "registered" : "created";
        if (after.isEmpty()) {
            return done(row.id(), row.createCommand, type, "removed before it was " + achieved);
        }
        return after.get().provision().created() ? done(row.id(), row.createCommand, type, achieved) : Optional.empty();
    }

    private static Optional<CommandResult> done(VolumeName volume, String command, Descriptor type, String note) {
        return command.isEmpty()
                ? Optional.empty()
                : Optional.of(CommandResults.done(
                        new CommandResults.Asked(command, type.getFullName(), volume.value()), note));
    }

    /**
     * Publishes answers. The transaction may have begun before a command was accepted that it answers.
     *
     * @param last the revisions of the last answers, by command id
     * @return the same answers with their revisions
     */
    public List<CommandResult> answers(LedgerTransaction tx, List<CommandResult> ended, Map<String, Long> last) {
        List<CommandResult> published = new ArrayList<>();
        for (CommandResult answer : ended) {
            CommandResult result = answer.toBuilder()
                    .setRevision(Revisions.next(last.getOrDefault(answer.getCommandId(), 0L), tx.now()))
                    .build();
            tx.publish(publishing.result(result, tx.now()));
            published.add(result);
        }
        return published;
    }
}
