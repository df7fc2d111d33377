package io.hawser.volume.api;

import io.hawser.bus.envelope.ProtobufJson;
import io.hawser.ledger.listing.db.Listing;
import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.ledger.tx.db.KeyedRows;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.RowLock;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.message.Truncated;
import io.hawser.rest.Page;
import io.hawser.rest.PageRequest;
import io.hawser.rest.RawJson;
import io.hawser.v1.MountReleasing;
import io.hawser.v1.TaskVolume;
import io.hawser.v1.TaskVolumes;
import io.hawser.volume.claim.db.TaskRow;
import io.hawser.volume.lifecycle.db.ClaimRow;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Tasks for people: their records on {@code hawser.task-volumes}. The list also has tasks whose mounts are still being
 * released.
 */
@Path("/v1/tasks")
@Produces(MediaType.APPLICATION_JSON)
public class TasksResource {
    private static final Listing TASKS = new Listing(
            "task r where (r.published is not null"
                    + " or r.name in (select c.task from claim c where c.state = 'RELEASING'))",
            "r.name",
            "coalesce(octet_length(r.published), 0)"
                    + " + (select coalesce(sum(octet_length(c.source || c.target || c.volume || c.message)), 0)"
                    + " from claim c where c.task = r.name and c.state = 'RELEASING')");

    private final Transactions transactions;

    public TasksResource(Transactions transactions) {
        this.transactions = transactions;
    }

    /** Pages as in {@link PageRequest}. */
    @GET
    public Uni<Page<RawJson<TaskVolumes>>> list(
            @QueryParam("limit") Optional<String> limit, @QueryParam("continue") Optional<String> token) {
        PageRequest asked = PageRequest.of("tasks", limit, token);
        return transactions.read(tx -> TASKS.page(tx, asked, names -> messages(tx, names, row -> false)));
    }

    /** @param shown of the tasks that have no mount, not even one that is released */
    private static Uni<List<RawJson<TaskVolumes>>> messages(
            LedgerTransaction tx, List<String> names, Predicate<TaskRow> shown) {
        return KeyedRows.of(
                        tx,
                        ClaimRow.class,
                        "where r.state = 'RELEASING' and r.task = any($1) order by r.target_id",
                        names,
                        RowLock.NONE)
                .map(claims -> claims.stream().collect(Collectors.groupingBy(claim -> claim.task)))
                .chain(releasing -> KeyedRows.by(tx, TaskRow.class, "name", names, RowLock.NONE)
                        .map(rows -> rows.stream()
                                .filter(row ->
                                        row.published != null || releasing.containsKey(row.name) || shown.test(row))
                                .map(row -> message(row, releasing.getOrDefault(row.name, List.of())))
                                .toList()));
    }

    /** Also answers for a task without mounts: the answer shows that its record was read. */
    @GET
    @Path("{name}")
    public Uni<RawJson<TaskVolumes>> one(@PathParam("name") String name) {
        return transactions
                .read(tx -> messages(tx, List.of(name), row -> !row.gone))
                .map(found -> found.stream()
                        .findFirst()
                        .orElseThrow(() -> new NotFoundException("no task " + name + " is known")));
    }

    private static RawJson<TaskVolumes> message(TaskRow row, List<ClaimRow> releasing) {
        TaskVolumes.Builder message = row.published == null
                ? TaskVolumes.newBuilder().setTask(row.name).setNode(row.node)
                : ColumnCodec.read(TaskVolumes.parser(), row.published).toBuilder()
                        .setRevision(row.revision);
        releasing.forEach(claim -> message.addMounts(TaskVolume.newBuilder()
                .setSource(claim.source)
                .setTarget(claim.target)
                .setReadOnly(claim.readOnly)
                .setVolume(claim.volume)
                .setReleasing(MountReleasing.newBuilder().setMessage(Truncated.of(claim.message)))));
        return new RawJson<>(ProtobufJson.withDefaults(message.build()));
    }
}
