package io.hawser.cli.rest;

import com.fasterxml.jackson.databind.JsonNode;
import io.hawser.bus.service.HawserService;
import io.hawser.v1.NodeAvailability;
import io.hawser.v1.TaskVolumes;
import io.hawser.v1.Volume;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads from volume-service. Every method throws {@link ServiceUnreachableException} if it gives no answer. */
public final class VolumeServiceClient {
    private final JsonClient http;

    public VolumeServiceClient(URI base) {
        this.http = new JsonClient(HawserService.VOLUME_SERVICE.serviceName(), base);
    }

    /** All volumes, by name. */
    public Stream<Volume> volumes() {
        return http.list("/v1/volumes").map(json -> ProtoJson.parse(json, Volume.getDefaultInstance()));
    }

    /** Those of one plugin, by name. */
    public Stream<Volume> volumesOf(String plugin) {
        return http.list("/v1/volumes", "spec.plugin=" + plugin)
                .map(json -> ProtoJson.parse(json, Volume.getDefaultInstance()));
    }

    public Optional<Volume> volume(String name) {
        return http.named("/v1/volumes/", name).map(json -> ProtoJson.parse(json, Volume.getDefaultInstance()));
    }

    /** What the plugin answered as volume_context, or the registration said; empty if the service is an older one. */
    public Map<String, String> context(String volume) {
        Map<String, String> context = new TreeMap<>();
        http.named("/v1/volumes/", volume, "/context").ifPresent(json -> json.path("volumeContext")
                .properties()
                .forEach(entry -> context.put(entry.getKey(), entry.getValue().asText())));
        return context;
    }

    /** All tasks that have mounts, by name. */
    public Stream<TaskVolumes> tasks() {
        return http.list("/v1/tasks").map(json -> ProtoJson.parse(json, TaskVolumes.getDefaultInstance()));
    }

    public Optional<TaskVolumes> task(String name) {
        return http.named("/v1/tasks/", name).map(json -> ProtoJson.parse(json, TaskVolumes.getDefaultInstance()));
    }

    /** All nodes, by name. */
    public Stream<NodeView> nodes() {
        return nodesJson().map(NodeView::parse);
    }

    /** The same nodes as unchanged JSON. */
    public Stream<JsonNode> nodesJson() {
        return http.list("/v1/nodes");
    }

    /** One node as unchanged JSON. There is no page of one node, so this reads the list up to it. */
    public Optional<JsonNode> node(String name) {
        return nodesJson()
                .filter(node -> node.path("node").path("name").asText().equals(name))
                .findFirst();
    }

    /** Whether volume-service knows that the node is to be drained. */
    public boolean drained(String node) {
        return node(node)
                .map(NodeView::parse)
                .filter(view -> view.node().getAvailability() == NodeAvailability.NODE_AVAILABILITY_DRAIN)
                .isPresent();
    }

    /** Names of the tasks that have mounts on a node, or wait for some. */
    public List<String> tasksOn(String node) {
        return http.list("/v1/tasks", "node=" + node)
                .filter(task -> !task.path("mounts").isEmpty())
                .map(task -> task.path("task").asText())
                .toList();
    }

    /** Names of the volumes on a node. A record names only some of many nodes. */
    public List<String> volumesOn(String node) {
        Stream<String> named = names(http.list("/v1/volumes", "nodes.node=" + node));
        Stream<String> perhaps = names(http.list("/v1/volumes", "moreNodes")).filter(volume -> isOn(volume, node));
        return Stream.concat(named, perhaps).distinct().sorted().toList();
    }

    /** Names of all nodes of a volume; none if the volume is gone. */
    public Stream<String> nodesOf(String volume) {
        return http.listOf(nodesPage(volume), "").map(node -> node.path("node").asText());
    }

    private static String nodesPage(String volume) {
        return "/v1/volumes/" + JsonClient.escaped(volume) + "/nodes";
    }

    private static Stream<String> names(Stream<JsonNode> volumes) {
        return volumes.map(volume -> volume.path("name").asText());
    }

    private boolean isOn(String volume, String node) {
        return http.listOf(nodesPage(volume), "node=" + node).findAny().isPresent();
    }

    /** Empty until volume-service knows the command. */
    public Optional<CommandAnswer> command(String id) {
        return http.named("/v1/commands/", id).map(CommandAnswer::parse);
    }

    /**
     * The numbers of rows of {@code volumes}, {@code publications}, {@code claims}, {@code outbox} (unsent), {@code
     * due}.
     */
    public Map<String, Long> counts() {
        Map<String, Long> counts = new TreeMap<>();
        http.get("/v1/counts")
                .orElseThrow(() -> new ServiceUnreachableException("volume-service has no /v1/counts"))
                .properties()
                .forEach(count -> counts.put(count.getKey(), count.getValue().asLong()));
        return counts;
    }
}
