package io.hawser.volume.api;

import io.hawser.bus.envelope.ProtobufJson;
import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.ledger.listing.db.Listing;
import io.hawser.ledger.silence.db.HeardRows;
import io.hawser.ledger.silence.db.HeardRows.Silence;
import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.ledger.tx.db.KeyedRows;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.RowLock;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.rest.EnumNames;
import io.hawser.rest.Page;
import io.hawser.rest.PageRequest;
import io.hawser.rest.RawJson;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.Node;
import io.hawser.volume.fence.db.Fences;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.node.Speaker;
import io.hawser.volume.node.Speaker.Stranger;
import io.hawser.volume.node.db.NodePluginRow;
import io.hawser.volume.node.db.NodeRow;
import io.hawser.volume.node.db.SpeakerRow;
import io.hawser.volume.orphan.db.UnknownMounts;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Nodes for people: the inventory, the plugins there, whether a fence has effect yet, when the agent was last heard,
 * and what is wrong with it.
 */
@Path("/v1/nodes")
@Produces(MediaType.APPLICATION_JSON)
public class NodesResource {
    private static final Listing NODES = new Listing(
            "node r where true",
            "r.name",
            "octet_length(r.message)"
                    + " + (select coalesce(sum(octet_length(s.message)), 0) from node_plugin s where s.node = r.name)");

    private final Transactions transactions;

    public NodesResource(Transactions transactions) {
        this.transactions = transactions;
    }

    /**
     * A node.
     *
     * @param removed its record was deleted, which does not mean that it is fenced
     * @param fenceCounts whether its fence has effect
     * @param heard when its agent was last heard; null = never
     */
    public record NodeView(
            RawJson<Node> node,
            boolean removed,
            boolean fenceCounts,
            @Nullable Instant heard,
            List<Condition> conditions,
            List<RawJson<Fingerprint>> plugins) {}

    /**
     * What is wrong with the agent or the fence.
     *
     * @param since since when; null = unknown
     */
    public record Condition(
            String type, String message, @Nullable Instant since) {}

    /** Pages as in {@link PageRequest}. */
    @GET
    public Uni<Page<NodeView>> list(
            @QueryParam("limit") Optional<String> limit, @QueryParam("continue") Optional<String> token) {
        PageRequest asked = PageRequest.of("nodes", limit, token);
        return transactions.read(tx -> NODES.page(tx, asked, names -> views(tx, names)));
    }

    private static Uni<List<NodeView>> views(LedgerTransaction tx, List<String> names) {
        return KeyedRows.by(tx, NodeRow.class, "name", names, RowLock.NONE).chain(nodes -> KeyedRows.of(
                        tx,
                        NodePluginRow.class,
                        "where r.node = any($1) order by r.node, r.plugin",
                        names,
                        RowLock.NONE)
                .map(nodePlugins -> nodePlugins.stream().collect(Collectors.groupingBy(nodePlugin -> nodePlugin.node)))
                .chain(nodePlugins -> agents(tx, names).map(agents -> nodes.stream()
                        .map(node -> view(node, nodePlugins.getOrDefault(node.name, List.of()), agents))
                        .toList())));
    }

    /** Each node's agent, when it was last heard, and what it has mounted of volumes that do not exist. */
    private record Agents(
            Map<NodeName, Speaker> speakers,
            Map<String, Silence> heard,
            Map<NodeName, UnknownMounts.OnNode> unknown,
            Instant now) {
        Optional<Stranger> stranger(NodeName node) {
            Duration patience = Optional.ofNullable(heard.get(node.value()))
                    .map(silence -> silence.last().patience())
                    .orElse(Duration.ofSeconds(30));
            return Optional.ofNullable(speakers.get(node)).flatMap(speaker -> speaker.strangerAt(now, patience));
        }

        @Nullable
        Instant lastHeard(NodeName node) {
            return Optional.ofNullable(heard.get(node.value()))
                    .map(Silence::last)
                    .map(last -> last.appended().orElse(last.applied()))
                    .orElse(null);
        }
    }

    private static Uni<Agents> agents(LedgerTransaction tx, List<String> names) {
        return KeyedRows.by(tx, SpeakerRow.class, "node", names, RowLock.NONE)
                .chain(speakers -> HeardRows.of(tx.statements(), names).chain(heard -> UnknownMounts.on(
                                tx.statements(), names)
                        .map(unknown -> new Agents(
                                speakers.stream().collect(Collectors.toMap(SpeakerRow::node, SpeakerRow::toDomain)),
                                heard,
                                unknown,
                                tx.now()))));
    }

    private static NodeView view(NodeRow node, List<NodePluginRow> nodePlugins, Agents agents) {
        List<Condition> conditions = new ArrayList<>();
        if (!node.suspect.isEmpty()) {
            conditions.add(new Condition(node.suspect, node.suspectMessage, node.suspectSince));
        }
        Fences.unconfirmed(node)
                .ifPresent(fence -> conditions.add(new Condition("FenceUnconfirmed", fence.message(), fence.since())));
        agents.stranger(node.id())
                .ifPresent(stranger -> conditions.add(new Condition(
                        "OtherAgent", stranger.words() + " also reports as this node, and is ignored", null)));
        Optional.ofNullable(agents.unknown().get(node.id()))
                .ifPresent(mounts -> conditions.add(new Condition("OrphanedMount", words(mounts), mounts.since())));
        return new NodeView(
                new RawJson<>(ProtobufJson.withDefaults(ColumnCodec.read(Node.parser(), node.message))),
                node.removed,
                Fences.counts(node),
                agents.lastHeard(node.id()),
                conditions,
                nodePlugins.stream().map(NodesResource::fingerprint).toList());
    }

    private static String words(UnknownMounts.OnNode mounts) {
        boolean more = mounts.count() > mounts.volumes().size();
        return "it has mounts of " + mounts.count() + (mounts.count() == 1 ? " volume that is" : " volumes that are")
                + " not known (" + String.join(", ", mounts.volumes()) + (more ? ", ..." : "")
                + "): unmount there what nothing uses any more";
    }

    private static RawJson<Fingerprint> fingerprint(NodePluginRow nodePlugin) {
        return EnumNames.in(
                ProtobufJson.withDefaults(nodePlugin.fingerprint()),
                Map.of("nodeCapabilities", NodeServiceCapability.RPC.Type::forNumber));
    }
}
