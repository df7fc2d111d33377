package io.hawser.conformance.run;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.look.Look;
import io.hawser.conformance.scenario.Act;
import io.hawser.conformance.scenario.Plan;
import io.hawser.v1.CommandResult;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.ForgetMount;
import io.hawser.v1.PublicationState;
import io.hawser.v1.RegisterVolume;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumePhase;
import io.hawser.v1.VolumeSpec;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** The volumes of a run, from the orchestrator's view. */
final class Volumes {
    private final Plan plan;
    private final RunContext context;
    private final Inventory inventory;
    private final ActionLog actions;
    private final Map<String, String> commands = new LinkedHashMap<>();
    private final Set<String> created = new LinkedHashSet<>();
    private final Set<String> removed = new LinkedHashSet<>();
    private final Set<String> forced = new LinkedHashSet<>();
    /** Commands that may come too late. */
    private final Set<String> late = new LinkedHashSet<>();

    Volumes(Plan plan, RunContext context, Inventory inventory, ActionLog actions) {
        this.plan = plan;
        this.context = context;
        this.inventory = inventory;
        this.actions = actions;
    }

    /** Creates the volume, or registers it if its disk exists. */
    void create(String volume) {
        created.add(volume);
        VolumeSpec spec = Objects.requireNonNull(plan.volumes().get(volume));
        plan.existing(volume)
                .ifPresentOrElse(
                        id -> command(
                                "Register " + volume,
                                volume,
                                RegisterVolume.newBuilder()
                                        .setName(volume)
                                        .setSpec(spec)
                                        .setVolumeId(id)
                                        .build()),
                        () -> command(
                                "Create " + volume,
                                volume,
                                CreateVolume.newBuilder()
                                        .setName(volume)
                                        .setSpec(spec)
                                        .build()));
    }

    void remove(String volume) {
        removed.add(volume);
        command(
                "Remove " + volume,
                volume,
                RemoveVolume.newBuilder().setName(volume).build());
    }

    /** A volume that is already being removed may be gone before the command is read. */
    void removeByForce(String volume) {
        boolean again = !removed.add(volume);
        forced.add(volume);
        String id = command(
                "Remove " + volume + " by force",
                volume,
                RemoveVolume.newBuilder().setName(volume).setForce(true).build());
        if (again) {
            late.add(id);
        }
    }

    boolean removed(String volume) {
        return removed.contains(volume);
    }

    /** Volumes whose storage may stay at their plugin. */
    Set<String> forced() {
        return Set.copyOf(forced);
    }

    void forgetMount(String volume, String node) {
        command(
                "Forget what " + node + " has of " + volume,
                volume,
                ForgetMount.newBuilder().setName(volume).setNode(node).build());
    }

    private String command(String what, String volume, com.google.protobuf.Message message) {
        String id = inventory.write(HawserTopic.VOLUME_COMMANDS, volume, message);
        commands.put(id, what);
        actions.commanded(id, message, volume);
        return id;
    }

    void awaitCreated(String volume) {
        context.await(
                "volume " + volume + " to be created",
                () -> Look.of(
                        seen(volume).filter(seen -> seen.getPhase() == VolumePhase.VOLUME_PHASE_CREATED),
                        () -> words(volume)));
    }

    /** Returns when every volume that should stay is created, and none is on its way to or from a node. */
    void awaitSettled() {
        created.stream().filter(this::stays).forEach(this::awaitCreated);
        context.await(
                "the volumes to come to rest",
                () -> Look.gone(
                        created.stream()
                                .filter(volume ->
                                        seen(volume).filter(Volumes::moves).isPresent())
                                .findFirst(),
                        this::words));
    }

    /** Whether the volume's removal was not asked for, and its service, if it has one, is not marked. */
    private boolean stays(String volume) {
        boolean goesWithService = plan.owned().equals(Optional.of(volume))
                && plan.acts().stream().anyMatch(Act.MarkService.class::isInstance);
        return !removed.contains(volume) && !goesWithService;
    }

    /** A fenced node's unconfirmed detach is no movement: it is confirmed when that node comes back. */
    private static boolean moves(Volume volume) {
        return volume.getNodesList().stream().anyMatch(node -> switch (node.getState()) {
            case PUBLICATION_STATE_PUBLISHED, PUBLICATION_STATE_UNCONFIRMED_DETACH -> false;
            default -> true;
        });
    }

    /** Whether the node, which was fenced, has no unconfirmed detach of any of these volumes. */
    Look<Boolean> noUnconfirmedDetachOf(String node) {
        return Look.gone(
                created.stream()
                        .flatMap(volume -> seen(volume).stream())
                        .filter(volume -> volume.getNodesList().stream()
                                .anyMatch(on -> on.getNode().equals(node)
                                        && on.getState() == PublicationState.PUBLICATION_STATE_UNCONFIRMED_DETACH))
                        .findFirst(),
                volume -> words(volume.getName()));
    }

    /**
     * Asks for the removal of every volume that is not being removed yet; the owned one is removed with its service.
     */
    void removeAll() {
        created.stream()
                .filter(volume -> !removed.contains(volume))
                .filter(volume -> !plan.owned().equals(Optional.of(volume)))
                .toList()
                .forEach(this::remove);
    }

    void awaitGone() {
        created.forEach(this::awaitGone);
    }

    void awaitGone(String volume) {
        context.await("volume " + volume + " to be gone", () -> Look.gone(seen(volume), seen -> words(volume)));
    }

    /** Every command was answered, and none was rejected: drawn commands are valid. */
    void awaitAnswers() {
        commands.forEach((id, what) -> {
            CommandResult result = answer(id);
            if (result.hasRejected() && !late.contains(id)) {
                throw new PlayFailedException("\"" + what + "\" was rejected: "
                        + result.getRejected().getField() + " "
                        + result.getRejected().getMessage());
            }
        });
    }

    private CommandResult answer(String id) {
        return context.await(
                "an answer to \"" + commands.get(id) + "\"",
                () -> Look.of(context.tap().last(HawserTopic.COMMAND_RESULTS, id, CommandResult.class), () -> ""));
    }

    /** The volumes that still have a record. */
    List<Volume> known() {
        return created.stream().flatMap(volume -> seen(volume).stream()).toList();
    }

    private Optional<Volume> seen(String volume) {
        return context.tap().last(HawserTopic.VOLUMES, volume, Volume.class);
    }

    String words(String volume) {
        return seen(volume)
                .map(seen -> volume + " is " + seen.getPhase() + ", nodes " + seen.getNodesList() + ", claims "
                        + seen.getClaims() + ", conditions " + seen.getConditionsList())
                .orElse(volume + " is not known")
                .replaceAll("\\s+", " ");
    }
}
