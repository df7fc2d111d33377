package io.hawser.volume.api;

import io.hawser.ledger.silence.HeardRows;
import io.hawser.ledger.silence.HeardRows.Silence;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.Node;
import io.hawser.volume.fence.Fences;
import io.hawser.volume.node.Speaker;
import io.hawser.volume.node.Speaker.Stranger;
import io.hawser.volume.node.db.SpeakerRow;
import io.hawser.volume.store.NodeRow;
import io.hawser.volume.store.SlotRow;
import io.hawser.volume.store.Wire;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Nodes for people: the inventory, which plugins serve volumes there, whether a fence is acted on yet, when the agent
 * was
 * heard, and what is wrong with that.
 */
@Path("/v1/nodes")
@Produces(MediaType.APPLICATION_JSON)
public class NodesResource {
    private final Reading reading;

    public NodesResource(Reading reading) {
        this.reading = reading;
    }

    @GET
    public Uni<String> list() {
        return reading.all("from NodeRow r order by r.name", NodeRow.class)
                .chain(nodes -> reading.all("from SlotRow r order by r.node, r.plugin", SlotRow.class)
                        .chain(slots -> reading.with(NodesResource::agents).map(agents -> nodes.stream()
                                .map(node -> json(node, slots, agents))
                                .collect(Collectors.joining(",", "[", "]")))));
    }

    /** Who speaks for each node, and when it was heard. */
    private record Agents(Map<String, Speaker> speakers, Map<String, Silence> heard, Instant now) {
        Optional<Stranger> stranger(String node) {
            Duration patience = Optional.ofNullable(heard.get(node))
                    .map(silence -> silence.last().patience())
                    .orElse(Duration.ofSeconds(30));
            return Optional.ofNullable(speakers.get(node)).flatMap(speaker -> speaker.strangerAt(now, patience));
        }

        String lastHeard(String node) {
            return Optional.ofNullable(heard.get(node))
                    .map(Silence::last)
                    .map(last ->
                            Json.text(last.appended().orElse(last.applied()).toString()))
                    .orElse("null");
        }
    }

    private static Uni<Agents> agents(LedgerTransaction tx) {
        return tx.session()
                .createSelectionQuery("from SpeakerRow r", SpeakerRow.class)
                .getResultList()
                .chain(speakers -> HeardRows.all(tx.statements())
                        .map(heard -> new Agents(
                                speakers.stream().collect(Collectors.toMap(SpeakerRow::node, SpeakerRow::toDomain)),
                                heard,
                                tx.now())));
    }

    private static String json(NodeRow node, List<SlotRow> slots, Agents agents) {
        String plugins = Json.array(slots.stream()
                .filter(slot -> slot.node.equals(node.name))
                .map(slot -> Wire.read(Fingerprint.parser(), slot.message)));
        List<String> conditions = new ArrayList<>();
        if (!node.suspect.isEmpty()) {
            conditions.add(condition(node.suspect, node.suspectMessage));
        }
        agents.stranger(node.name)
                .ifPresent(stranger -> conditions.add(
                        condition("OtherAgent", stranger.words() + " speaks for it, too, and is not heard")));
        return "{\"node\":" + Json.of(Wire.read(Node.parser(), node.message)) + ",\"removed\":" + node.removed
                + ",\"fenceCounts\":" + Fences.counts(node) + ",\"heard\":" + agents.lastHeard(node.name)
                + ",\"conditions\":[" + String.join(",", conditions) + "],\"plugins\":" + plugins + "}";
    }

    private static String condition(String type, String message) {
        return "{\"type\":" + Json.text(type) + ",\"message\":" + Json.text(message) + "}";
    }
}
