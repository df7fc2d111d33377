package io.hawser.volume.intake.db;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.silence.Heard;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Pipeline;
import io.hawser.ledger.tx.db.RowLock;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.MountReport;
import io.hawser.v1.Node;
import io.hawser.v1.NodeHeartbeat;
import io.hawser.v1.Plugin;
import io.hawser.v1.Task;
import io.hawser.volume.claim.TaskSpec;
import io.hawser.volume.claim.db.TaskRow;
import io.hawser.volume.command.VolumeCommand;
import io.hawser.volume.command.db.CommandRow;
import io.hawser.volume.command.db.DeferredRows;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.NodePlugin;
import io.hawser.volume.id.NodeVolume;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Volume;
import io.hawser.volume.lifecycle.db.ClaimRow;
import io.hawser.volume.lifecycle.db.PublicationRow;
import io.hawser.volume.lifecycle.db.VolumeMapping;
import io.hawser.volume.lifecycle.db.VolumeRow;
import io.hawser.volume.node.db.NodePluginRow;
import io.hawser.volume.node.db.NodeRow;
import io.hawser.volume.node.db.SpeakerRow;
import io.hawser.volume.node.db.Speakers;
import io.hawser.volume.plugin.db.PluginRow;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The rows for a batch of records, loaded once and locked in the common order: waiting commands, speaker, node, plugin,
 * node plugin, volume, task.
 */
public final class BatchRows {
    private final Map<NodeName, SpeakerRow> speakers = new HashMap<>();
    private final List<Heard> heard = new ArrayList<>();
    private final Map<NodeName, NodeRow> nodes = new HashMap<>();
    private final Map<PluginName, PluginRow> plugins = new HashMap<>();
    private final Map<NodePlugin, NodePluginRow> nodePlugins = new HashMap<>();
    private final Map<VolumeName, VolumeRow> volumes = new HashMap<>();
    private final Map<VolumeName, List<PublicationRow>> publications = new HashMap<>();
    private final Map<VolumeName, List<ClaimRow>> holders = new HashMap<>();
    private final List<ClaimRow> waiting = new ArrayList<>();
    private final Map<String, TaskRow> tasks = new HashMap<>();
    private final Map<String, CommandRow> commands = new HashMap<>();
    private final Set<VolumeName> deferred = new HashSet<>();

    private BatchRows() {}

    /** The entities in a batch. */
    private static final class Keys {
        final TreeSet<NodeName> speakers = new TreeSet<>();
        final TreeSet<NodeName> nodes = new TreeSet<>();
        final TreeSet<PluginName> plugins = new TreeSet<>();
        /** A command only asks for its plugin, and delays no decision about the plugin's other volumes. */
        RowLock ofPlugins = RowLock.SHARE;

        final TreeSet<NodePlugin> nodePlugins = new TreeSet<>();
        final TreeSet<VolumeName> volumes = new TreeSet<>();
        final TreeSet<String> sources = new TreeSet<>();
        final TreeSet<String> tasks = new TreeSet<>();
        final TreeSet<String> commands = new TreeSet<>();
        final TreeSet<VolumeName> commanded = new TreeSet<>();

        void add(Decoded.Known record) {
            if (!record.warnings().isEmpty()) {
                commands.add(record.id());
            }
            switch (record.message()) {
                case Node node -> {
                    NodeName name = new NodeName(record.key());
                    nodes.add(name);
                    speakers.add(name);
                }
                case Plugin plugin -> changed(new PluginName(record.key()));
                case Fingerprint nodePlugin -> {
                    NodeName onNode = new NodeName(nodePlugin.getNode());
                    nodePlugins.add(new NodePlugin(onNode, new PluginName(nodePlugin.getPlugin())));
                    speakers.add(onNode);
                }
                case NodeHeartbeat heartbeat -> speakers.add(new NodeName(heartbeat.getNode()));
                case MountReport report -> {
                    volumes.add(new VolumeName(report.getVolume()));
                    speakers.add(new NodeName(report.getNode()));
                }
                case Task task -> tasks.add(record.key());
                default -> add(VolumeCommand.in(record));
            }
        }

        /** All of the batch's plugins are locked in one way: with two, the rows would be locked in two orders. */
        private void changed(PluginName plugin) {
            plugins.add(plugin);
            ofPlugins = RowLock.UPDATE;
        }

        private void add(VolumeCommand command) {
            commanded.add(command.volume());
            volumes.add(command.volume());
            sources.add(command.volume().value());
            commands.add(command.record().id());
            command.created().ifPresent(spec -> {
                plugins.add(new PluginName(spec.getPlugin()));
                if (!spec.getGroup().isEmpty()) {
                    sources.add(TaskSpec.source(spec.getGroup()));
                }
            });
        }

        /** A tombstone's key may be any of these; an unneeded lock costs little. */
        void addTombstone(Decoded.Tombstone tombstone) {
            String key = tombstone.key();
            if (tombstone.origin().topic().endsWith("." + HawserTopic.NODES.suffix())) {
                speakers.add(new NodeName(key));
            }
            if (tombstone.origin().topic().endsWith("." + HawserTopic.MOUNTS.suffix())) {
                NodeVolume.parse(key).ifPresent(id -> volumes.add(id.volume()));
            }
            if (tombstone.origin().topic().endsWith("." + HawserTopic.PLUGINS.suffix())) {
                changed(new PluginName(key));
            }
            nodes.add(new NodeName(key));
            NodePlugin.parse(key).ifPresent(nodePlugins::add);
            // A heartbeat's: the row of what was heard is locked after the speaker.
            if (tombstone.origin().topic().endsWith("." + HawserTopic.FINGERPRINTS.suffix())
                    && NodePlugin.parse(key).isEmpty()) {
                speakers.add(new NodeName(key));
            }
            tasks.add(key);
        }
    }

    public static Uni<BatchRows> load(LedgerTransaction tx, List<? extends Decoded> records) {
        Keys keys = new Keys();
        for (Decoded record : records) {
            switch (record) {
                case Decoded.Known known -> keys.add(known);
                case Decoded.Tombstone tombstone -> keys.addTombstone(tombstone);
                case Decoded.Invalid invalid -> keys.commands.add(invalid.id());
                case Decoded.Newer newer -> {}
                case Decoded.Malformed malformed -> {}
            }
        }
        BatchRows batch = new BatchRows();
        List<Uni<?>> first = List.of(
                DeferredRows.lock(tx, keys.commanded).invoke(batch.deferred::addAll),
                Speakers.lock(tx, keys.speakers).invoke(batch.speakers::putAll));
        List<Uni<?>> then = List.of(
                NodeRow.locked(tx, keys.nodes, RowLock.UPDATE).invoke(found -> found.forEach(batch::add)),
                PluginRow.locked(tx, keys.plugins, keys.ofPlugins).invoke(found -> found.forEach(batch::add)),
                NodePluginRow.locked(tx, keys.nodePlugins, RowLock.UPDATE).invoke(found -> found.forEach(batch::add)),
                VolumeRow.locked(tx, keys.volumes, RowLock.UPDATE).invoke(found -> found.forEach(batch::add)),
                TaskRow.locked(tx, keys.tasks, RowLock.UPDATE).invoke(found -> found.forEach(batch::add)),
                PublicationRow.of(tx, keys.volumes).invoke(batch.publications::putAll),
                ClaimRow.of(tx, keys.volumes).invoke(batch.holders::putAll),
                ClaimRow.waitingFor(tx, keys.sources).invoke(batch.waiting::addAll),
                CommandRow.of(tx, keys.commands).invoke(found -> found.forEach(batch::remember)));
        // A speaker that is missing is inserted before anything after it is locked.
        return Pipeline.send(first).chain(() -> Pipeline.send(then)).replaceWith(batch);
    }

    /** The speaker of a node, for a record of an agent or of the inventory. */
    public SpeakerRow speaker(NodeName node) {
        return Objects.requireNonNull(speakers.get(node));
    }

    /** Stored at the end of the batch, together with all others. */
    public void heard(Heard word) {
        heard.add(word);
    }

    public List<Heard> heard() {
        return heard;
    }

    public Optional<NodeRow> node(NodeName name) {
        return Optional.ofNullable(nodes.get(name));
    }

    public void add(NodeRow row) {
        nodes.put(row.id(), row);
    }

    public Optional<PluginRow> plugin(PluginName name) {
        return Optional.ofNullable(plugins.get(name));
    }

    public void add(PluginRow row) {
        plugins.put(row.id(), row);
    }

    public Optional<NodePluginRow> nodePlugin(NodePlugin id) {
        return Optional.ofNullable(nodePlugins.get(id));
    }

    public void add(NodePluginRow row) {
        nodePlugins.put(row.id(), row);
    }

    public void remove(NodePluginRow row) {
        nodePlugins.remove(row.id());
    }

    public void remove(PluginRow row) {
        plugins.remove(row.id());
    }

    public Optional<TaskRow> task(String name) {
        return Optional.ofNullable(tasks.get(name));
    }

    public void add(TaskRow row) {
        tasks.put(row.name, row);
    }

    public Optional<VolumeRow> volumeRow(VolumeName name) {
        return Optional.ofNullable(volumes.get(name));
    }

    public void add(VolumeRow row) {
        volumes.put(row.id(), row);
    }

    public List<PublicationRow> publications(VolumeName volume) {
        return publications.getOrDefault(volume, List.of());
    }

    public Optional<Volume> volume(VolumeName name) {
        return volumeRow(name).map(row -> VolumeMapping.volume(row, publications(name)));
    }

    public List<Claim> holders(VolumeName volume) {
        return holders.getOrDefault(volume, List.of()).stream()
                .map(VolumeMapping::claim)
                .toList();
    }

    /** Tasks that wait for this volume by its name or its group. */
    public Stream<String> waiting(Volume volume) {
        return waiting.stream()
                .filter(claim -> TaskSpec.answers(
                        claim.source, volume.name(), volume.spec().getGroup()))
                .map(claim -> claim.task)
                .distinct();
    }

    /** Whether a command for the volume waits; later commands then wait too. */
    public boolean isDeferred(VolumeName volume) {
        return deferred.contains(volume);
    }

    public void defer(VolumeName volume) {
        deferred.add(volume);
    }

    public Optional<CommandRow> command(String id) {
        return Optional.ofNullable(commands.get(id));
    }

    public void remember(CommandRow row) {
        commands.put(row.id, row);
    }
}
