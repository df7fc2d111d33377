package io.hawser.node.api;

import io.hawser.node.layout.RootLayout;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.MountReports;
import io.hawser.node.mount.Order;
import io.hawser.node.mount.TargetState;
import io.hawser.node.mount.View;
import io.hawser.node.wiring.Agent;
import io.hawser.node.wiring.RunningAgent;
import io.hawser.rest.Page;
import io.hawser.rest.PageRequest;
import io.hawser.rest.Problem;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The volumes and mounts of this node, for people. */
@Path("/v1/mounts")
@Produces(MediaType.APPLICATION_JSON)
public class MountsResource {
    private final RunningAgent running;

    public MountsResource(RunningAgent running) {
        this.running = running;
    }

    /** One creation of a volume on this node. */
    public record VolumeOnThisNode(
            String volume,
            String uid,
            String plugin,
            String volumeId,
            long generation,
            String ordered,
            String staging,
            List<TargetOnThisNode> targets,
            String message) {}

    /**
     * @param state PENDING: the order has it, and nothing was called for it
     * @param path empty unless the target is mounted
     */
    public record TargetOnThisNode(
            String id, String task, boolean readOnly, String state, String path, String message) {}

    /** Paged; see {@link PageRequest}. */
    @GET
    public Page<VolumeOnThisNode> list(
            @QueryParam("limit") Optional<String> limit, @QueryParam("continue") Optional<String> token) {
        PageRequest asked = PageRequest.of("mounts", limit, token);
        Agent agent = running.get().orElseThrow(() -> notYet("the agent is starting"));
        agent.notYetKnown().ifPresent(message -> {
            throw notYet(message);
        });
        return asked.of(byKey(agent), view -> volume(agent.layout(), view));
    }

    /** An empty list would say that nothing is mounted. */
    private static WebApplicationException notYet(String message) {
        return Problem.refusal(
                Response.Status.SERVICE_UNAVAILABLE,
                message + ", so it is not known what is mounted; GET /q/health/ready says what it waits for");
    }

    private static TreeMap<String, View> byKey(Agent agent) {
        TreeMap<String, View> views = new TreeMap<>();
        agent.mounts().views().stream()
                .filter(MountReports::isReported)
                .forEach(view -> views.put(
                        view.have().key().volume() + "/" + view.have().key().uid(), view));
        return views;
    }

    static VolumeOnThisNode volume(RootLayout layout, View view) {
        var have = view.have();
        return new VolumeOnThisNode(
                have.key().volume(),
                have.key().uid(),
                have.plugin(),
                have.volumeId(),
                have.generation(),
                ordered(view.order()),
                have.staging().name(),
                targets(layout, view),
                MountReports.message(view));
    }

    private static List<TargetOnThisNode> targets(RootLayout layout, View view) {
        return Stream.concat(begun(layout, view), pending(view)).toList();
    }

    private static Stream<TargetOnThisNode> pending(View view) {
        return view.order() instanceof Order.Have(DesiredState desired)
                ? desired.assignment().getTargetsList().stream()
                        .filter(wanted -> view.have().target(wanted.getId()).isEmpty())
                        .map(wanted -> new TargetOnThisNode(
                                wanted.getId(),
                                wanted.getTask(),
                                wanted.getReadOnly(),
                                "PENDING",
                                "",
                                view.retry().message(wanted.getId()).orElse("")))
                : Stream.empty();
    }

    private static Stream<TargetOnThisNode> begun(RootLayout layout, View view) {
        return view.have().targets().stream()
                .map(target -> new TargetOnThisNode(
                        target.id(),
                        target.task(),
                        target.readOnly(),
                        target.state().name(),
                        target.state() == TargetState.PUBLISHED
                                ? layout.target(view.have().key(), target.id()).toString()
                                : "",
                        view.retry().message(target.id()).orElse("")));
    }

    private static String ordered(Order order) {
        return switch (order) {
            case Order.Have _ -> "have";
            case Order.LetGo _ -> "let go";
            case Order.Keep(var message, boolean orphaned) -> orphaned ? "nothing (orphaned)" : "unusable";
        };
    }
}
