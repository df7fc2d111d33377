package io.hawser.plugin.api;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hawser.bus.envelope.ProtobufJson;
import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.csi.v1.PluginCapability;
import io.hawser.ledger.due.work.DueRows;
import io.hawser.ledger.listing.db.Listing;
import io.hawser.ledger.silence.db.HeardRows;
import io.hawser.ledger.tx.UnreadableRowException;
import io.hawser.ledger.tx.db.KeyedRows;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.RowLock;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.plugin.registry.Fingerprint;
import io.hawser.plugin.registry.Instance;
import io.hawser.plugin.registry.NodeState;
import io.hawser.plugin.registry.db.FingerprintRow;
import io.hawser.plugin.registry.db.InstanceRow;
import io.hawser.plugin.registry.db.NodeRow;
import io.hawser.plugin.registry.db.PluginRow;
import io.hawser.rest.EnumNames;
import io.hawser.rest.Page;
import io.hawser.rest.PageRequest;
import io.hawser.rest.RawJson;
import io.hawser.v1.Plugin;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.resteasy.reactive.RestPath;
import org.jspecify.annotations.Nullable;

/** Plugins as {@code hawser.plugins} has them, in protobuf's JSON. An unhealthy instance has a message. */
@Path("/v1/plugins")
@Produces(MediaType.APPLICATION_JSON)
public class PluginsResource {
    private static final Listing PLUGINS =
            new Listing("plugin r where r.published is not null", "r.name", "octet_length(r.published)");
    private static final Listing INSTANCES = new Listing("instance r where r.plugin = $3", "r.name", "0");
    private static final Listing NODES = new Listing("fingerprint r where r.plugin = $3", "r.node", "0");
    private static final Map<String, IntFunction<@Nullable Enum<?>>> CAPABILITIES = Map.of(
            "pluginCapabilities", PluginCapability.Service.Type::forNumber,
            "controllerCapabilities", ControllerServiceCapability.RPC.Type::forNumber);

    private final Transactions transactions;

    public PluginsResource(Transactions transactions) {
        this.transactions = transactions;
    }

    /**
     * A registered process.
     *
     * @param unhealthySince null: it is healthy, or was not asked yet
     * @param lastProbe when it was asked last; null: not yet
     */
    public record Registered(
            String name,
            String node,
            String endpoint,
            String role,
            String version,
            Map<String, String> options,
            boolean healthy,
            boolean controller,
            String message,
            @Nullable Instant unhealthySince,
            @Nullable Instant lastProbe) {}

    /**
     * What a node's agent found, as it counts for the plugin's record.
     *
     * @param message why the plugin does not count as healthy there; else what is left out of the node's topology
     * @param unhealthySince null: the agent found it healthy, whether or not that counts
     */
    public record OnNode(
            String node,
            boolean healthy,
            String message,
            @Nullable Instant unhealthySince) {}

    /** Paged; see {@link PageRequest}. */
    @GET
    public Uni<Page<RawJson<Plugin>>> list(
            @QueryParam("limit") Optional<String> limit, @QueryParam("continue") Optional<String> token) {
        return page(
                PLUGINS,
                PageRequest.of("plugins", limit, token),
                "where r.name = any($1) order by r.name",
                PluginRow.class,
                (tx, rows) -> Uni.createFrom()
                        .item(rows.stream().map(PluginsResource::json).toList()));
    }

    @GET
    @Path("{name}")
    public Uni<RawJson<Plugin>> one(@RestPath String name) {
        return transactions.read(tx -> published(tx, name)).map(PluginsResource::json);
    }

    /** All instances; the record names a few. Paged; see {@link PageRequest}. */
    @GET
    @Path("{name}/instances")
    public Uni<Page<Registered>> instances(
            @RestPath String name,
            @QueryParam("limit") Optional<String> limit,
            @QueryParam("continue") Optional<String> token) {
        return page(
                INSTANCES,
                PageRequest.of("plugins/" + name + "/instances", limit, token),
                "where r.name = any($1) and r.plugin = $2 order by r.name",
                InstanceRow.class,
                (tx, rows) -> registered(tx, name, rows),
                name);
    }

    /** Paged; see {@link PageRequest}. */
    @GET
    @Path("{name}/nodes")
    public Uni<Page<OnNode>> nodes(
            @RestPath String name,
            @QueryParam("limit") Optional<String> limit,
            @QueryParam("continue") Optional<String> token) {
        return page(
                NODES,
                PageRequest.of("plugins/" + name + "/nodes", limit, token),
                "where r.node = any($1) and r.plugin = $2 order by r.node",
                FingerprintRow.class,
                PluginsResource::onNodes,
                name);
    }

    private static Uni<List<OnNode>> onNodes(LedgerTransaction tx, List<FingerprintRow> rows) {
        List<Fingerprint> found = rows.stream().map(FingerprintRow::toDomain).toList();
        List<String> names = found.stream().map(Fingerprint::node).toList();
        return KeyedRows.by(tx, NodeRow.class, "name", names, RowLock.NONE)
                .map(nodes -> nodes.stream().collect(Collectors.toMap(NodeRow::name, NodeRow::state)))
                .chain(states -> HeardRows.silentOf(tx.statements(), names).map(silent -> found.stream()
                        .map(each -> view(
                                each,
                                each.unhealthyOn(
                                        states.getOrDefault(each.node(), NodeState.PRESENT),
                                        silent.contains(each.node()))))
                        .toList()));
    }

    /** @param plugin the plugin whose list it is; empty for the list of plugins */
    private <R, V> Uni<Page<V>> page(
            Listing listing, PageRequest asked, String tail, Class<R> type, Views<R, V> views, String... plugin) {
        return transactions.read(tx -> listing.page(
                        tx,
                        asked,
                        keys -> tx.select(
                                        type,
                                        tail,
                                        Stream.concat(
                                                        Stream.of((Object) keys.toArray(String[]::new)),
                                                        Stream.of(plugin))
                                                .toArray())
                                .chain(found -> views.apply(tx, found)),
                        (Object[]) plugin)
                .call(page -> page.items().isEmpty() && plugin.length > 0
                        ? published(tx, plugin[0])
                        : Uni.createFrom().nullItem()));
    }

    /** An empty list of a plugin that is not known would say that the plugin is nowhere. */
    private static Uni<PluginRow> published(LedgerTransaction tx, String name) {
        return tx.select(PluginRow.class, "where r.name = $1 and r.published is not null", name)
                .map(rows -> rows.stream()
                        .findFirst()
                        .orElseThrow(() -> new NotFoundException("no plugin of this name is known")));
    }

    /** What is shown of rows. */
    @FunctionalInterface
    private interface Views<R, V> extends BiFunction<LedgerTransaction, List<R>, Uni<List<V>>> {}

    private static Uni<List<Registered>> registered(LedgerTransaction tx, String plugin, List<InstanceRow> rows) {
        List<Instance> instances = rows.stream().map(InstanceRow::toDomain).toList();
        List<String> keys = instances.stream()
                .map(instance -> InstanceRow.id(plugin, instance.name()))
                .toList();
        return DueRows.worked(tx.statements(), InstanceRow.KIND, keys).map(asked -> instances.stream()
                .map(instance -> view(instance, asked.get(InstanceRow.id(plugin, instance.name()))))
                .toList());
    }

    private static Registered view(Instance instance, @Nullable Instant lastProbe) {
        return new Registered(
                instance.name(),
                instance.node(),
                instance.endpoint(),
                instance.declared().role().name().toLowerCase(Locale.ROOT),
                instance.declared().version(),
                instance.declared().options(),
                instance.healthy(),
                instance.controller(),
                instance.health().message(),
                instance.health().unhealthySince().orElse(null),
                lastProbe);
    }

    private static OnNode view(Fingerprint found, Optional<String> unhealthy) {
        return new OnNode(
                found.node(),
                unhealthy.isEmpty(),
                unhealthy.orElse(found.message()),
                found.unhealthySince().orElse(null));
    }

    private static RawJson<Plugin> json(PluginRow row) {
        try {
            return EnumNames.in(
                    ProtobufJson.withDefaults(Plugin.parseFrom(row.published().orElseThrow()).toBuilder()
                            .setRevision(row.revision())
                            .build()),
                    CAPABILITIES);
        } catch (InvalidProtocolBufferException e) {
            throw new UnreadableRowException("plugin.published", e.getMessage(), e);
        }
    }
}
