package io.hawser.conformance.run;

import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.look.Look;
import io.hawser.conformance.history.DueLook;
import io.hawser.conformance.history.HeldVolume;
import io.hawser.conformance.history.History;
import io.hawser.conformance.history.MountSighting;
import io.hawser.conformance.history.PluginTrace;
import io.hawser.conformance.history.TableReader;
import io.hawser.conformance.history.Tables;
import io.hawser.conformance.history.TopicRecord;
import io.hawser.conformance.machine.ConformanceMachine;
import io.hawser.conformance.machine.MachineTimes;
import io.hawser.conformance.scenario.Plan;
import io.hawser.strict.StrictPlugin;
import io.hawser.strict.StrictPluginOptions;
import io.hawser.strict.history.Event;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Node;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Selects the observations of one run from those of the whole machine. */
final class Witness {
    private static final Duration AT_MOST = Duration.ofSeconds(20);

    private final RunContext context;
    private final Plan plan;
    private final ActionLog actions;
    private final Set<String> names;

    Witness(RunContext context, Plan plan, ActionLog actions) {
        this.context = context;
        this.plan = plan;
        this.actions = actions;
        this.names = new HashSet<>(plan.volumes().keySet());
        names.addAll(plan.tasks().keySet());
        names.addAll(List.of(plan.pluginName(), plan.service(), plan.neighbour(), plan.network()));
    }

    /** @param quiet whether the tables can be compared with the plugin's state */
    History history(StrictPlugin plugin, boolean quiet) {
        Optional<Tables> tables = quiet ? Optional.of(tables()) : Optional.empty();
        Optional<StrictPlugin.Running> running = quiet ? plugin.running() : Optional.empty();
        List<HeldVolume> held = plugin.volumes().stream().map(HeldVolume::of).toList();
        // Before the records: while a run that broke off goes on, no call may be seen without what led to it.
        List<Event> events = plugin.events();
        context.tap().awaitEnd(AT_MOST);
        Map<String, String> nodes = new HashMap<>();
        ConformanceMachine.NODES.forEach(node -> nodes.put(StrictPluginOptions.nodeId(node), node));
        return new History(
                List.of(new PluginTrace(
                        plan.pluginName(),
                        plan.plugin().capabilities(),
                        nodes,
                        events,
                        held,
                        running,
                        plan.plugin().relayed())),
                context.tap().records().stream().filter(this::ours).toList(),
                context.tap().dead().stream()
                        .filter(letter -> ours(letter.key()))
                        .toList(),
                context.mounts().sightings().stream().map(this::ours).toList(),
                tables,
                context.due().looks().stream().map(this::ours).toList(),
                actions.all(),
                MachineTimes.pauses());
    }

    /** Reads the tables once they show no work in progress. */
    private Tables tables() {
        TableReader reader = new TableReader(
                context.machine().database(ConformanceMachine.VOLUME_SERVICE),
                HawserService.namesWithDatabase().stream()
                        .filter(service -> !service.equals(ConformanceMachine.VOLUME_SERVICE))
                        .map(context.machine()::database)
                        .toList());
        return context.await("the tables to come to rest", AT_MOST, () -> {
            Tables tables = ours(reader.read());
            boolean rests = tables.volumes().stream().noneMatch(Tables.VolumeLine::calling)
                    && tables.unsent().values().stream().allMatch(unsent -> unsent == 0);
            return rests
                    ? new Look.Ready<>(tables)
                    : new Look.NotYet<>("unsent " + tables.unsent() + ", volumes " + tables.volumes());
        });
    }

    private Tables ours(Tables all) {
        return new Tables(
                all.at(),
                all.volumes().stream().filter(row -> names.contains(row.name())).toList(),
                all.publications().stream()
                        .filter(row -> names.contains(row.volume()))
                        .toList(),
                all.applied().stream()
                        .filter(row -> row.topic() == HawserTopic.NODES || names.contains(row.key()))
                        .toList(),
                all.read(),
                // With concurrent plays, there is always something unsent.
                plan.seed().isPresent() ? all.unsent() : Map.of(),
                all.deadlocks());
    }

    private MountSighting ours(MountSighting all) {
        return new MountSighting(
                all.at(),
                all.node(),
                all.mounts().stream()
                        .filter(mount -> mount.place()
                                .filter(place -> names.contains(place.volume()))
                                .isPresent())
                        .toList());
    }

    /** With concurrent plays, a row does not show which run it belongs to. */
    private DueLook ours(DueLook look) {
        return plan.seed().isPresent()
                ? look
                : new DueLook(
                        look.at(),
                        look.service(),
                        look.overdue().stream().filter(row -> ours(row.key())).toList());
    }

    /** Keys are names, {@code NODE/NAME} or {@code KIND/NAME}; results have a command's id. */
    private boolean ours(TopicRecord record) {
        String key = record.key();
        return record.topic() == HawserTopic.NODES
                || ours(key)
                || record.as(CommandResult.class)
                        .filter(result -> names.contains(result.getEntity()) || answersNode(result))
                        .isPresent();
    }

    /** Whether the result answers a record of a node, which may have a name that no node of the run has. */
    private static boolean answersNode(CommandResult result) {
        return result.getCommandType().equals(Node.getDescriptor().getFullName());
    }

    private boolean ours(String key) {
        return names.contains(key) || names.contains(key.substring(key.indexOf('/') + 1));
    }
}
