package io.hawser.volume.api;

import io.hawser.v1.Fingerprint;
import io.hawser.v1.Node;
import io.hawser.volume.fence.Fences;
import io.hawser.volume.store.NodeRow;
import io.hawser.volume.store.SlotRow;
import io.hawser.volume.store.Wire;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.stream.Collectors;

/** Nodes for people: the inventory, which plugins serve volumes there, and whether a fence is acted on yet. */
@Path("/v1/nodes")
@Produces(MediaType.APPLICATION_JSON)
public class NodesResource {
    private final Reading reading;

    public NodesResource(Reading reading) {
        this.reading = reading;
    }

    @GET
    public Uni<String> list() {
        return reading.all("from NodeRow r order by r.name", NodeRow.class).chain(nodes -> reading.all(
                        "from SlotRow r order by r.node, r.plugin", SlotRow.class)
                .map(slots ->
                        nodes.stream().map(node -> json(node, slots)).collect(Collectors.joining(",", "[", "]"))));
    }

    private static String json(NodeRow node, List<SlotRow> slots) {
        String plugins = Json.array(slots.stream()
                .filter(slot -> slot.node.equals(node.name))
                .map(slot -> Wire.read(Fingerprint.parser(), slot.message)));
        return "{\"node\":" + Json.of(Wire.read(Node.parser(), node.message)) + ",\"removed\":" + node.removed
                + ",\"fenceCounts\":" + Fences.counts(node) + ",\"plugins\":" + plugins + "}";
    }
}
