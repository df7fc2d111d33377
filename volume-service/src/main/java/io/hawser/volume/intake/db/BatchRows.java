package io.hawser.volume.intake.db;

import io.hawser.bus.envelope.Decoded;
import io.hawser.ledger.silence.Heard;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Pipeline;
import io.hawser.ledger.tx.db.RowLock;
import io.hawser.volume.claim.TaskSpec;
import io.hawser.volume.claim.db.TaskRow;
import io.hawser.volume.command.db.CommandRow;
import io.hawser.volume.command.db.DeferredRows;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.NodePlugin;
import io.hawser.volume.id.NodeVolume;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.IdOwner;
import io.hawser.volume.lifecycle.Volume;
import io.hawser.volume.lifecycle.db.ClaimRow;
import io.hawser.volume.lifecycle.db.PublicationRow;
import io.hawser.volume.lifecycle.db.VolumeIds;
import io.hawser.volume.lifecycle.db.VolumeMapping;
import io.hawser.volume.lifecycle.db.VolumeRow;
import io.hawser.volume.node.db.NodePluginRow;
import io.hawser.volume.node.db.NodeRow;
import io.hawser.volume.node.db.SpeakerRow;
import io.hawser.volume.node.db.Speakers;
import io.hawser.volume.orphan.db.UnknownMounts;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rows for a batch of records, loaded once and locked in the common order: waiting commands, speaker, node, plugin,
 * node plugin, volume, task, id at a plugin.
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
    private final Set<NodeVolume> unknown = new HashSet<>();
    private final Set<NodeVolume> explained = new HashSet<>();
    private final List<IdOwner> owners = new ArrayList<>();
    private final List<UnknownMounts.Mount> mounted = new ArrayList<>();

    private BatchRows() {}

    public static Uni<BatchRows> load(LedgerTransaction tx, List<? extends Decoded> records) {
        BatchKeys keys = new BatchKeys();
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
        // A speaker that is missing is inserted before anything after it is locked.
        return Pipeline.send(first)
                .chain(() -> NodePluginRow.idsOn(tx, keys.foreign(batch.speakers)))
                .invoke(keys.nodePlugins::addAll)
                .chain(() -> Pipeline.send(batch.then(tx, keys)))
                .replaceWith(batch);
    }

    private List<Uni<?>> then(LedgerTransaction tx, BatchKeys keys) {
        return List.of(
                NodeRow.locked(tx, keys.nodes, RowLock.UPDATE).invoke(found -> found.forEach(this::add)),
                PluginRow.locked(tx, keys.plugins, keys.ofPlugins).invoke(found -> found.forEach(this::add)),
                NodePluginRow.locked(tx, keys.nodePlugins, RowLock.UPDATE).invoke(found -> found.forEach(this::add)),
                VolumeRow.locked(tx, keys.volumes, RowLock.UPDATE).invoke(found -> found.forEach(this::add)),
                TaskRow.locked(tx, keys.tasks, RowLock.UPDATE).invoke(found -> found.forEach(this::add)),
                PublicationRow.of(tx, keys.volumes).invoke(publications::putAll),
                ClaimRow.of(tx, keys.volumes).invoke(holders::putAll),
                ClaimRow.waitingFor(tx, keys.sources).invoke(waiting::addAll),
                CommandRow.of(tx, keys.commands).invoke(found -> found.forEach(this::remember)),
                UnknownMounts.among(tx, keys.mounts).invoke(unknown::addAll),
                UnknownMounts.under(tx, keys.registered).invoke(mounted::addAll),
                VolumeIds.locked(tx.statements(), keys.volumeIds).invoke(owners::addAll));
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

    /** Mounts of volumes that did not exist, of which nodes report something else by now; stored at the end, too. */
    public Set<NodeVolume> explained() {
        return explained;
    }

    public void explained(NodeVolume mount) {
        if (unknown.contains(mount)) {
            explained.add(mount);
        }
    }

    /** Its volume does not exist: the newest record of the batch counts. */
    public void unexplained(NodeVolume mount) {
        unknown.add(mount);
        explained.remove(mount);
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

    /** All of the node, if another agent speaks in this batch. */
    public List<NodePluginRow> nodePlugins(NodeName node) {
        return nodePlugins.values().stream()
                .filter(row -> row.id().node().equals(node))
                .toList();
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

    /** Another volume of the plugin that has this id or may get it; rows of this batch count as changed so far. */
    public Optional<IdOwner> owner(PluginName plugin, String id, VolumeName asking) {
        return Stream.concat(
                        // A batch of creations asks for each of its volumes.
                        volumes.values().stream()
                                .filter(row -> row.volumeId.equals(id) || row.name.equals(id))
                                .map(VolumeIds::of),
                        owners.stream().filter(owner -> !volumes.containsKey(owner.volume())))
                .filter(owner -> owner.has(plugin, id) && !owner.volume().equals(asking))
                .findFirst();
    }

    /** Nodes with a mount under the name of a volume to be registered, which does not exist, and the mount's uid. */
    public Map<NodeName, String> mounted(VolumeName registered) {
        return mounted.stream()
                .filter(mount -> mount.volume().equals(registered))
                .collect(Collectors.toMap(UnknownMounts.Mount::node, UnknownMounts.Mount::uid));
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

    /** Whether a command for the volume waits; later commands then wait too, but for those of a leaving volume. */
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
