package io.hawser.volume.intake.db;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.tx.db.RowLock;
import io.hawser.v1.AgentIdentity;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.MountReport;
import io.hawser.v1.Node;
import io.hawser.v1.NodeHeartbeat;
import io.hawser.v1.Plugin;
import io.hawser.v1.Task;
import io.hawser.volume.claim.TaskSpec;
import io.hawser.volume.command.VolumeCommand;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.NodePlugin;
import io.hawser.volume.id.NodeVolume;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.node.AgentRecord;
import io.hawser.volume.node.Speaker;
import io.hawser.volume.node.db.SpeakerRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** The entities in a batch. */
final class BatchKeys {
    final TreeSet<NodeName> speakers = new TreeSet<>();
    /** Records of agents, by the node. Only who wrote them matters here. */
    private final Map<NodeName, List<AgentRecord>> words = new HashMap<>();

    final TreeSet<NodeName> nodes = new TreeSet<>();
    final TreeSet<PluginName> plugins = new TreeSet<>();
    /** A command delays no decision about the plugin's other volumes. */
    RowLock ofPlugins = RowLock.SHARE;

    final TreeSet<NodePlugin> nodePlugins = new TreeSet<>();
    final TreeSet<VolumeName> volumes = new TreeSet<>();
    final Set<NodeVolume> mounts = new HashSet<>();
    final TreeSet<String> sources = new TreeSet<>();
    final TreeSet<String> tasks = new TreeSet<>();
    final TreeSet<String> commands = new TreeSet<>();
    final TreeSet<VolumeName> commanded = new TreeSet<>();
    /** Names of volumes to be registered. */
    final TreeSet<VolumeName> registered = new TreeSet<>();
    /** Ids at plugins that volumes may get; other transactions give them to no volume meanwhile. */
    final TreeSet<String> volumeIds = new TreeSet<>();

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
                speaks(onNode, nodePlugin.getAgent());
            }
            case NodeHeartbeat heartbeat -> speaks(new NodeName(heartbeat.getNode()), heartbeat.getAgent());
            case MountReport report -> {
                mounted(new NodeVolume(new NodeName(report.getNode()), new VolumeName(report.getVolume())));
                speaks(new NodeName(report.getNode()), report.getAgent());
            }
            case Task task -> tasks.add(record.key());
            default -> add(VolumeCommand.in(record));
        }
    }

    private void mounted(NodeVolume mount) {
        mounts.add(mount);
        volumes.add(mount.volume());
    }

    private void speaks(NodeName node, AgentIdentity agent) {
        speakers.add(node);
        words.computeIfAbsent(node, ignored -> new ArrayList<>()).add(AgentRecord.of(agent, 0, Instant.EPOCH));
    }

    /** Nodes of which another agent speaks; it may take the place. */
    List<NodeName> foreign(Map<NodeName, SpeakerRow> known) {
        return words.keySet().stream()
                .filter(node -> isForeign(
                        Objects.requireNonNull(known.get(node)).toDomain(), Objects.requireNonNull(words.get(node))))
                .toList();
    }

    private static boolean isForeign(Speaker speaker, List<AgentRecord> words) {
        return words.stream().anyMatch(speaker::isForeign);
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
        command.claimedId().ifPresent(volumeIds::add);
        if (command instanceof VolumeCommand.Register) {
            registered.add(command.volume());
        }
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
            NodeVolume.parse(key).ifPresent(this::mounted);
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
