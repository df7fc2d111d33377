package io.hawser.conformance.run;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.look.Look;
import io.hawser.conformance.invariant.Invariants;
import io.hawser.conformance.machine.ConformanceMachine;
import io.hawser.conformance.machine.RunPlugin;
import io.hawser.conformance.scenario.Act;
import io.hawser.conformance.scenario.Plan;
import io.hawser.conformance.scenario.PluginShape;
import io.hawser.local.mount.MountTable;
import io.hawser.testkit.strict.CapabilityProfiles;
import io.hawser.testkit.strict.Verdict;
import io.hawser.testkit.strict.backend.StoredVolume;
import io.hawser.testkit.strict.fault.Fault;
import io.hawser.v1.DeregisterPluginInstance;
import io.hawser.v1.Node;
import io.hawser.v1.Plugin;
import io.hawser.v1.RegisterPluginInstance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Plays one plan from the plugin's first socket to the last trace of it. */
public final class Play {
    private static final Duration AT_MOST = Duration.ofSeconds(60);
    private static final String INSTANCE = "controller";

    private final Stage stage;
    private final Plan plan;
    private final Inventory inventory;
    private final Tenants tenants;
    private final Volumes volumes;
    private final Deletions deletions;
    private final Disturber disturber;
    private final Deeds deeds = new Deeds(Clock.systemUTC());
    private final Judgement judgement = new Judgement();
    private final List<Complaint> complaints = new ArrayList<>();

    public Play(Stage stage, Plan plan) {
        this.stage = stage;
        this.plan = plan;
        this.inventory = new Inventory(stage.orchestrator());
        this.tenants = new Tenants(plan, stage, inventory, deeds, AT_MOST);
        this.volumes = new Volumes(plan, stage, inventory, deeds, AT_MOST);
        this.deletions = new Deletions(plan, stage, inventory, AT_MOST);
        this.disturber =
                new Disturber(stage.machine(), deeds, line -> stage.tell().accept("  " + plan.name() + " " + line));
    }

    /**
     * What a play brought.
     *
     * @param verdict the plugin's
     * @param invariants how often each was checked
     * @param cleared whether nothing was left; if not, whoever plays next on this machine may meet it
     */
    public record Outcome(
            Plan plan, Verdict verdict, Map<String, Long> invariants, List<Complaint> complaints, boolean cleared) {
        public Outcome {
            invariants = Collections.unmodifiableMap(new LinkedHashMap<>(invariants));
            complaints = List.copyOf(complaints);
        }
    }

    /** Plays it; whatever happens becomes a complaint. */
    public Outcome play() {
        Path log = evidence();
        boolean cleared = false;
        Verdict verdict;
        try (RunPlugin plugin = RunPlugin.start(stage.machine(), plan.pluginName(), plan.plugin(), log)) {
            try (disturber) {
                introduce(plugin);
                plan.acts().forEach(act -> perform(act, plugin));
                disturber.calm();
                finish(plugin);
                cleared = true;
            } catch (RuntimeException e) {
                // Whatever ends a run early is told with its seed, and the next run begins.
                complain(Complaint.LIVENESS, e instanceof PlayFailedException ? e.getMessage() : e.toString());
                calmAnyway();
            }
            judgeAnyway(plugin, cleared);
            verdict = plugin.strict().verdict();
            complaints.addAll(Violations.of(plan, verdict, plugin.strict().events()));
            leave(plugin);
        }
        judgement
                .breaches()
                .forEach(breach ->
                        complain(breach.invariant(), breach.sentence() + "; " + String.join(", ", breach.involved())));
        return new Outcome(plan, verdict, judgement.checks(), complaints, cleared);
    }

    /** Writes down what is played; the plugin writes its calls beside it. */
    private Path evidence() {
        Path folder = stage.machine().evidence(plan.name());
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve("plan.txt"), plan.text());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write down what is played", e);
        }
        return folder.resolve("calls.jsonl");
    }

    /** @param quiet whether nothing moves, so that the tables can be compared with what is so */
    private void judge(RunPlugin plugin, boolean quiet) {
        judgement.add(Invariants.check(Witness.of(stage, plan, deeds).history(plugin, quiet)));
    }

    /** What cannot be looked at is no reason to say nothing of the rest. */
    private void judgeAnyway(RunPlugin plugin, boolean quiet) {
        try {
            judge(plugin, quiet);
        } catch (RuntimeException e) {
            complain(Complaint.LIVENESS, "the run cannot be judged: " + e.getMessage());
        }
    }

    private void calmAnyway() {
        try {
            disturber.calm();
        } catch (PlayFailedException e) {
            complain(Complaint.LIVENESS, e.getMessage());
        }
    }

    private void complain(String what, String detail) {
        complaints.add(new Complaint(what, plan.name(), plan.seed(), detail));
    }

    private void introduce(RunPlugin plugin) {
        if (plan.plugin().hasOwnController()) {
            inventory.write(
                    HawserTopic.PLUGIN_COMMANDS,
                    plugin.name(),
                    RegisterPluginInstance.newBuilder()
                            .setPlugin(plugin.name())
                            .setInstance(INSTANCE)
                            .setEndpoint(plugin.controllerEndpoint())
                            .build());
        }
        stage.await("plugin " + plugin.name() + " to be known", AT_MOST, () -> known(plan.plugin()));
        deletions.introduce();
    }

    private Look<Boolean> known(PluginShape shape) {
        String name = plan.pluginName();
        boolean controller = !shape.capabilities().hasController()
                || stage.topics()
                        .of(HawserTopic.PLUGINS, name, Plugin.class)
                        .filter(plugin -> !plugin.getEndpoint().isEmpty())
                        .isPresent();
        if (!controller) {
            return new Look.NotYet<>("plugin-registry has no healthy controller");
        }
        Set<String> nodes = stage.machine().volumes().nodes().stream()
                .filter(node -> node.plugins().stream()
                        .anyMatch(print -> print.getPlugin().equals(name) && print.getHealthy()))
                .map(node -> node.node().getName())
                .collect(Collectors.toSet());
        return nodes.containsAll(ConformanceMachine.NODES)
                ? new Look.Ready<>(true)
                : new Look.NotYet<>("volume-service knows it on " + nodes);
    }

    private void perform(Act act, RunPlugin plugin) {
        switch (act) {
            case Act.Pause(int millis) -> Disturber.pause(Duration.ofMillis(millis));
            case Act.Create(String volume) -> volumes.create(volume);
            case Act.Remove(String volume) -> volumes.remove(volume);
            case Act.Start(String task) -> tenants.start(task);
            case Act.End(String task) -> tenants.end(task);
            case Act.AwaitMounted(String task) -> tenants.awaitMounted(task);
            case Act.AwaitReleased(String task) -> tenants.awaitReleased(task);
            case Act.AwaitCreated(String volume) -> volumes.awaitCreated(volume);
            case Act.MarkService() -> deletions.mark();
            case Act.Kill(String process, int away) -> disturber.kill(process, Duration.ofMillis(away));
            case Act.Freeze(String process, int millis) -> disturber.freeze(process, Duration.ofMillis(millis));
            case Act.Restart(String process) -> disturber.restart(process);
            case Act.Duplicate(int which) -> inventory.again(which);
            case Act.Malform(Act.Malformation how, int which) -> malform(how, which);
            case Act.LoseNode lose -> loseNode(lose, plugin);
            case Act.ReplacePlugin(String profile, int away) ->
                disturber.meanwhile("the plugin", () -> replace(plugin, profile, Duration.ofMillis(away)));
        }
    }

    private void malform(Act.Malformation how, int which) {
        var all = inventory.candidates();
        stage.orchestrator()
                .send(Malformed.of(all.get(Math.floorMod(which, all.size())).record(), how));
    }

    private static void replace(RunPlugin plugin, String profile, Duration away) {
        plugin.strict().die(Fault.Die.Memory.WITH_STATE);
        plugin.strict().offer(CapabilityProfiles.parse(profile));
        Disturber.pause(away);
        plugin.strict().comeBack();
    }

    /** The plugin is told first: it must not take Hawser's word for it. */
    private void loseNode(Act.LoseNode lose, RunPlugin plugin) {
        String node = lose.node();
        String agent = ConformanceMachine.agent(node);
        deeds.nodeLost(node);
        disturber.kill(agent, Duration.ofMillis(lose.awayMillis()));
        plugin.strict().fence(node, true);
        fence(node, true);
        tenants.lost(node);
        disturber.meanwhile("fence of " + node, () -> {
            if (lose.unfencedFirst()) {
                Disturber.pause(Duration.ofMillis(lose.awayMillis() / 2));
                fence(node, false);
            }
        });
    }

    private void fence(String node, boolean fenced) {
        deeds.fenced(node, fenced);
        inventory.write(
                HawserTopic.NODES,
                node,
                Node.newBuilder().setName(node).setFenced(fenced).build());
    }

    private Set<String> lostNodes() {
        return plan.acts().stream()
                .filter(Act.LoseNode.class::isInstance)
                .map(act -> ((Act.LoseNode) act).node())
                .collect(Collectors.toSet());
    }

    private void finish(RunPlugin plugin) {
        deeds.quiet();
        lostNodes().forEach(node -> {
            volumes.awaitSettled();
            // Nothing of before may be there when somebody vouches for the node no longer.
            stage.await("node " + node + " to pay its debts", AT_MOST, () -> volumes.noDebtOf(node));
            fence(node, false);
            plugin.strict().fence(node, false);
        });
        if (plan.losesData()) {
            tenants.endAll();
        } else {
            volumes.awaitSettled();
            tenants.awaitSettled();
            judge(plugin, true);
            plan.emptied().ifPresent(this::emptyAssignments);
            tenants.serveAll();
            volumes.awaitAnswers();
        }
        deletions.markIfNotYet();
        volumes.removeAll();
        deletions.awaitDeallocated();
        volumes.awaitGone();
        tenants.forgetAll();
        deletions.forget();
        nothingLeft(plugin);
    }

    private void emptyAssignments(String node) {
        Set<Path> before = Set.copyOf(mounts());
        stage.tell().accept("  " + plan.name() + " empties the topic of assignments");
        Emptying.of(stage.machine().bootstrapServers(), HawserTopic.ASSIGNMENTS);
        disturber.kill(ConformanceMachine.agent(node), Duration.ZERO);
        disturber.calm();
        Set<Path> after = Set.copyOf(mounts());
        before.stream()
                .filter(path -> !after.contains(path))
                .forEach(path -> complain(
                        "NothingOnSilence", path + " was taken down when the topic of assignments was emptied"));
    }

    private List<Path> mounts() {
        return MountTable.read().below(stage.machine().nodes());
    }

    private void nothingLeft(RunPlugin plugin) {
        List<String> held = plugin.strict().volumes().stream()
                .filter(volume -> !plan.plugin().adopted().contains(volume.id()))
                .map(StoredVolume::name)
                .toList();
        if (!held.isEmpty()) {
            complain("NoLeak", "the plugin holds " + held + " that no table knows");
        }
    }

    private void leave(RunPlugin plugin) {
        if (plan.plugin().hasOwnController()) {
            inventory.write(
                    HawserTopic.PLUGIN_COMMANDS,
                    plugin.name(),
                    DeregisterPluginInstance.newBuilder()
                            .setPlugin(plugin.name())
                            .setInstance(INSTANCE)
                            .build());
        }
    }
}
