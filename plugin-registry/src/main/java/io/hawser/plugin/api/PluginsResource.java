package io.hawser.plugin.api;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import io.hawser.ledger.tx.Transactions;
import io.hawser.plugin.registry.Fingerprint;
import io.hawser.plugin.registry.db.FingerprintRow;
import io.hawser.plugin.registry.db.InstanceRow;
import io.hawser.plugin.registry.db.PluginRow;
import io.hawser.v1.Plugin;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.stream.Collectors;
import org.jboss.resteasy.reactive.RestPath;

/** Plugins as {@code hawser.plugins} has them, in protobuf's JSON; an unhealthy instance says why. */
@Path("/v1/plugins")
@Produces(MediaType.APPLICATION_JSON)
public class PluginsResource {
    private static final int MOST = 1000;
    private static final JsonFormat.Printer JSON = JsonFormat.printer().alwaysPrintFieldsWithNoPresence();

    private final Transactions transactions;

    public PluginsResource(Transactions transactions) {
        this.transactions = transactions;
    }

    /** A registered process. */
    public record Registered(
            String name, String node, String endpoint, boolean healthy, boolean controller, String why) {}

    /** What a node's agent found. */
    public record OnNode(String node, boolean healthy, String why) {}

    /**
     * @param after the last name of the page before
     * @param limit 1 to 1000
     */
    @GET
    public Uni<String> list(
            @QueryParam("after") @DefaultValue("") String after, @QueryParam("limit") @DefaultValue("100") int limit) {
        return transactions
                .read(tx -> tx.session()
                        .createSelectionQuery(
                                "from PluginRow row where row.name > :after and row.published is not null order by row.name",
                                PluginRow.class)
                        .setParameter("after", after)
                        .setMaxResults(Math.clamp(limit, 1, MOST))
                        .getResultList())
                .map(rows -> rows.stream().map(PluginsResource::json).collect(Collectors.joining(",", "[", "]")));
    }

    @GET
    @Path("{name}")
    public Uni<String> one(@RestPath String name) {
        return transactions.read(tx -> tx.session().find(PluginRow.class, name)).map(row -> {
            if (row == null || row.published().isEmpty()) {
                throw new NotFoundException("no plugin of this name is known");
            }
            return json(row);
        });
    }

    /**
     * All of them: the record names a few.
     *
     * @param after the last name of the page before
     * @param limit 1 to 1000
     */
    @GET
    @Path("{name}/instances")
    public Uni<List<Registered>> instances(
            @RestPath String name,
            @QueryParam("after") @DefaultValue("") String after,
            @QueryParam("limit") @DefaultValue("100") int limit) {
        return transactions
                .read(tx -> tx.session()
                        .createSelectionQuery(
                                "from InstanceRow row where row.plugin = :name and row.name > :after order by row.name",
                                InstanceRow.class)
                        .setParameter("name", name)
                        .setParameter("after", after)
                        .setMaxResults(Math.clamp(limit, 1, MOST))
                        .getResultList())
                .map(rows -> rows.stream()
                        .map(InstanceRow::toDomain)
                        .map(each -> new Registered(
                                each.name(),
                                each.node(),
                                each.endpoint(),
                                each.healthy(),
                                each.controller(),
                                each.health().why()))
                        .toList());
    }

    @GET
    @Path("{name}/nodes")
    public Uni<List<OnNode>> nodes(@RestPath String name) {
        return transactions
                .read(tx -> tx.session()
                        .createSelectionQuery(
                                "from FingerprintRow row where row.plugin = :name order by row.node",
                                FingerprintRow.class)
                        .setParameter("name", name)
                        .getResultList())
                .map(rows -> rows.stream().map(PluginsResource::view).toList());
    }

    private static OnNode view(FingerprintRow row) {
        Fingerprint fingerprint = row.toDomain();
        return new OnNode(fingerprint.node(), fingerprint.healthy(), fingerprint.why());
    }

    private static String json(PluginRow row) {
        try {
            return JSON.print(Plugin.parseFrom(row.published().orElseThrow()).toBuilder()
                    .setRevision(row.revision())
                    .build());
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("plugin.published was not written by this service", e);
        }
    }
}
