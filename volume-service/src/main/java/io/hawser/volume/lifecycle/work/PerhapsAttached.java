package io.hawser.volume.lifecycle.work;

import io.hawser.csi.Redaction;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.v1.Fingerprint;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.lifecycle.Effect;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.Volume;
import io.hawser.volume.lifecycle.db.PublicationRow;
import io.hawser.volume.lifecycle.db.VolumeMapping;
import io.hawser.volume.lifecycle.db.VolumeRow;
import io.hawser.volume.node.db.NodePluginRow;
import io.hawser.volume.orphan.db.OrphanRows;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Stores the attachments that no record has and that the plugin's rejections speak of, so that they end (ADR 18). */
final class PerhapsAttached {
    /** Nodes whose guessed attachments one volume has at a time: each is a row of every decision, and a call. */
    static final int PAGE = 16;

    private PerhapsAttached() {}

    /** What an effect says about a volume; stored in the transaction that has the volume locked. */
    record Suspected(VolumeRow row, Volume volume, Effect effect) {
        Uni<Void> store(LedgerTransaction tx) {
            return switch (effect) {
                case Effect.AskNodesNamedIn(String message) ->
                    OrphanRows.perhapsAttached(
                            tx,
                            volume.plugin(),
                            volume.name(),
                            volume.uid(),
                            node -> isElsewhere(volume, node) && names(message, node.getCsiNodeId()));
                case Effect.DetachEverywhere(var after) -> detachedFromNext(tx, after);
                default -> Uni.createFrom().voidItem();
            };
        }

        private Uni<Void> detachedFromNext(LedgerTransaction tx, Optional<NodeName> after) {
            return NodePluginRow.page(tx, volume.plugin(), after, PAGE)
                    .invoke(rows -> {
                        row.removalGuessed = rows.size() < PAGE ? null : rows.getLast().node;
                        rows.stream()
                                .map(NodePluginRow::fingerprint)
                                .filter(node -> isElsewhere(volume, node))
                                .forEach(node -> tx.add(guess(node)));
                    })
                    .replaceWithVoid();
        }

        private PublicationRow guess(Fingerprint node) {
            PublicationRow guess = new PublicationRow();
            VolumeMapping.write(
                    volume.name(),
                    Publication.perhapsAttached(new NodeName(node.getNode()), node.getCsiNodeId()),
                    guess);
            return guess;
        }
    }

    static List<Suspected> suspected(VolumeRow row, Optional<Volume> volume, List<Effect> effects) {
        return volume.stream()
                .flatMap(locked -> effects.stream()
                        .filter(effect ->
                                effect instanceof Effect.AskNodesNamedIn || effect instanceof Effect.DetachEverywhere)
                        .map(effect -> new Suspected(row, locked, effect)))
                .toList();
    }

    private static boolean isElsewhere(Volume volume, Fingerprint node) {
        return !node.getCsiNodeId().isEmpty() && !volume.isKnownOn(new NodeName(node.getNode()), node.getCsiNodeId());
    }

    /**
     * CSI has no field for the node: a plugin should name it in the message (ControllerPublishVolume, Errors). A part
     * of a longer name is no id; the last part of a path may be one. Where a part of the id is as a secret is, the
     * message has the mark of what was taken out; the node is asked in doubt.
     */
    static boolean names(String message, String csiNodeId) {
        boolean whole = Pattern.compile("(?<![\\w-])(?<!\\w\\.)" + Pattern.quote(csiNodeId) + "(?![\\w/-])(?!\\.\\w)")
                .matcher(message)
                .find();
        return whole
                || Stream.of(message.split("[\\s\"',;=()\\[\\]]+"))
                        .map(word -> word.substring(word.lastIndexOf('/') + 1).replaceFirst("[.:]+$", ""))
                        .anyMatch(word -> fits(word, csiNodeId));
    }

    /** With one mark. The mark alone, or with a dash, would fit other nodes, too. */
    private static boolean fits(String word, String csiNodeId) {
        int mark = word.indexOf(Redaction.STRIPPED);
        if (mark < 0 || mark != word.lastIndexOf(Redaction.STRIPPED)) {
            return false;
        }
        String before = word.substring(0, mark);
        String after = word.substring(mark + Redaction.STRIPPED.length());
        return (before + after).chars().anyMatch(Character::isLetterOrDigit)
                && csiNodeId.length() > before.length() + after.length()
                && csiNodeId.startsWith(before)
                && csiNodeId.endsWith(after);
    }
}
