package io.hawser.volume.api;

import io.hawser.bus.envelope.ProtobufJson;
import io.hawser.ledger.listing.db.Listing;
import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.ledger.tx.db.KeyedRows;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.RowLock;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.rest.Page;
import io.hawser.rest.PageRequest;
import io.hawser.rest.RawJson;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumeOnNode;
import io.hawser.volume.lifecycle.db.PublicationRow;
import io.hawser.volume.lifecycle.db.VolumeMapping;
import io.hawser.volume.lifecycle.db.VolumeRow;
import io.hawser.volume.lifecycle.report.VolumeReport;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** Volumes for people: their records on {@code hawser.volumes}. */
@Path("/v1/volumes")
@Produces(MediaType.APPLICATION_JSON)
public class VolumesResource {
    private static final Listing VOLUMES =
            new Listing("volume r where r.published is not null", "r.name", "octet_length(r.published)");

    private static final Listing NODES = new Listing(
            "publication r where r.volume = $3",
            "r.node",
            "octet_length(r.failure) + coalesce(octet_length(r.reported), 0)");

    private final Transactions transactions;

    public VolumesResource(Transactions transactions) {
        this.transactions = transactions;
    }

    /** Pages as in {@link PageRequest}. */
    @GET
    public Uni<Page<RawJson<Volume>>> list(
            @QueryParam("limit") Optional<String> limit, @QueryParam("continue") Optional<String> token) {
        PageRequest asked = PageRequest.of("volumes", limit, token);
        return transactions.read(
                tx -> VOLUMES.page(tx, asked, names -> KeyedRows.by(tx, VolumeRow.class, "name", names, RowLock.NONE)
                        .map(rows -> rows.stream()
                                .filter(row -> row.published != null)
                                .map(VolumesResource::message)
                                .toList())));
    }

    @GET
    @Path("{name}")
    public Uni<RawJson<Volume>> one(@PathParam("name") String name) {
        return transactions.read(tx -> published(tx, name)).map(VolumesResource::message);
    }

    /** What the volume's record leaves out, because it is bounded in size. */
    public record VolumeContext(Map<String, String> volumeContext) {}

    @GET
    @Path("{name}/context")
    public Uni<VolumeContext> context(@PathParam("name") String name) {
        return transactions
                .read(tx -> published(tx, name))
                .map(row -> new VolumeContext(new TreeMap<>(
                        VolumeMapping.volume(row, List.of()).provision().info().context())));
    }

    /** All nodes; the volume's record names only some. Pages as in {@link PageRequest}. */
    @GET
    @Path("{name}/nodes")
    public Uni<Page<RawJson<VolumeOnNode>>> nodes(
            @PathParam("name") String name,
            @QueryParam("limit") Optional<String> limit,
            @QueryParam("continue") Optional<String> token) {
        PageRequest asked = PageRequest.of("volumes/" + name + "/nodes", limit, token);
        return transactions.read(tx -> NODES.page(tx, asked, nodes -> onNodes(tx, name, nodes), name)
                .call(page -> page.items().isEmpty()
                        ? published(tx, name)
                        : Uni.createFrom().nullItem()));
    }

    /** An empty list of a volume that is not known would say that the volume is nowhere. */
    private static Uni<VolumeRow> published(LedgerTransaction tx, String name) {
        return tx.select(VolumeRow.class, "where r.name = $1", name).map(rows -> rows.stream()
                .filter(found -> found.published != null)
                .findFirst()
                .orElseThrow(() -> new NotFoundException("no volume is called " + name)));
    }

    private static Uni<List<RawJson<VolumeOnNode>>> onNodes(LedgerTransaction tx, String volume, List<String> nodes) {
        return tx.select(
                        PublicationRow.class,
                        "where r.volume = $1 and r.node = any($2) order by r.node",
                        volume,
                        nodes.toArray(String[]::new))
                .map(rows -> rows.stream()
                        .map(VolumeMapping::publication)
                        .map(VolumeReport::onNode)
                        .map(node -> new RawJson<VolumeOnNode>(ProtobufJson.withDefaults(node)))
                        .toList());
    }

    private static RawJson<Volume> message(VolumeRow row) {
        Volume.Builder volume = ColumnCodec.read(Volume.parser(), Objects.requireNonNull(row.published)).toBuilder();
        return new RawJson<>(
                ProtobufJson.withDefaults(volume.setRevision(row.revision).build()));
    }
}
