package io.hawser.conformance.run;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.conformance.history.HeldVolume;
import io.hawser.conformance.invariant.InvariantReport;
import io.hawser.conformance.invariant.Invariants;
import io.hawser.conformance.machine.RunPlugin;
import io.hawser.conformance.machine.StallReport;
import io.hawser.conformance.machine.TopicAdmin;
import io.hawser.conformance.report.Failure;
import io.hawser.conformance.report.Played;
import io.hawser.conformance.scenario.Act;
import io.hawser.conformance.scenario.Plan;
import io.hawser.strict.StrictPlugin;
import io.hawser.strict.Verdict;
import io.hawser.strict.history.Event;
import io.hawser.v1.Volume;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Plays one plan from the plugin's first socket to its last trace. */
public final class Run {
    private static final Duration AT_REST_WITHIN = Duration.ofSeconds(15);
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    private final RunContext context;
    private final Plan plan;
    private final Inventory inventory;
    private final RunTasks tasks;
    private final Volumes volumes;
    private final Deletions deletions;
    private final Disturber disturber;
    private final Registration registration;
    private final LostNodes lostNodes;
    private final OwnTopics ownTopics;
    private final BadRecords badRecords;
    private final EmptiedAssignments emptied;
    private final Databases databases;
    private final Mishaps mishaps;
    private final PluginActs pluginActs;
    private final ActionLog actions = new ActionLog(Clock.systemUTC());
    private final Judgement judgement = new Judgement();
    private final List<Failure> failures = new ArrayList<>();

    public Run(RunContext context, Plan plan) {
        this.context = context;
        this.plan = plan;
        this.inventory = new Inventory(context.orchestrator());
        this.tasks = new RunTasks(plan, context, inventory);
        this.volumes = new Volumes(plan, context, inventory, actions);
        this.deletions = new Deletions(plan, context, inventory);
        this.disturber = new Disturber(
                context.machine(), actions, line -> context.tell().accept("  " + plan.name() + " " + line));
        this.databases = new Databases(context.machine(), actions, disturber);
        this.registration = new Registration(plan, context, inventory);
        this.ownTopics = new OwnTopics(plan, context);
        this.badRecords = new BadRecords(context, inventory);
        this.emptied = new EmptiedAssignments(plan, context, actions, disturber, judgement);
        this.lostNodes = new LostNodes(plan, context, inventory, actions, tasks, volumes, disturber);
        this.mishaps = new Mishaps(plan, context, inventory, actions, lostNodes, tasks, volumes, disturber);
        this.pluginActs = new PluginActs(plan, context, actions, disturber);
    }

    /**
     * The result of a play.
     *
     * @param verdict the plugin's
     * @param invariants how often each was checked
     * @param played what was done to Hawser
     * @param cleared whether nothing was left; if something was, the next play on this machine may meet it
     */
    public record Outcome(
            Verdict verdict, Map<String, Long> invariants, Played played, List<Failure> failures, boolean cleared) {}

    /**
     * Plays the plan. An exception that ends it early becomes a failure, and the observations until then are judged.
     */
    public Outcome run() {
        Path log = evidence();
        boolean cleared;
        Verdict verdict;
        Played played;
        try (StrictPlugin plugin = RunPlugin.start(context.machine(), plan.pluginName(), plan.plugin(), log)) {
            boolean finished = performed(plugin, log);
            anyway("the run cannot be judged: ", () -> judge(plugin, finished));
            List<Event> events = plugin.events();
            CallerEvents said = new CallerEvents(context.tap().records(), events);
            verdict = withoutExcused(plugin.verdict(), events, said);
            failures.addAll(Violations.of(plan, verdict, events, said, judgement.breaches()));
            played = Disturbed.of(plan, actions.all(), events);
            Disturbed.missed(plan, played).ifPresent(failures::add);
            cleared = anyway("the plugin stays registered: ", () -> registration.leave(plugin)) && finished;
        }
        return new Outcome(verdict, judgement.checks(), played, failures, cleared);
    }

    /** Each excused violation is counted in the report. */
    private Verdict withoutExcused(Verdict all, List<Event> events, CallerEvents said) {
        Verdict heard = said.without(all);
        noted(CallerEvents.EXCUSED, all, heard);
        Verdict rest = new LostAttaches(actions.all(), context.tap().records(), events).without(heard);
        noted(LostAttaches.EXCUSED, heard, rest);
        return rest;
    }

    private void noted(String what, Verdict before, Verdict after) {
        IntStream.range(after.violations().size(), before.violations().size()).forEach(each -> actions.noted(what));
    }

    private boolean performed(StrictPlugin plugin, Path log) {
        try (disturber;
                mishaps) {
            play(plugin, log.resolveSibling("standstill.txt"));
            return true;
        } catch (RuntimeException e) {
            complain(
                    Failure.LIVENESS, String.valueOf(e instanceof PlayFailedException ? e.getMessage() : e.toString()));
            anyway("", disturber::calm);
            return false;
        }
    }

    private void play(StrictPlugin plugin, Path standstill) {
        try {
            registration.introduce(plugin);
            if (plan.plugin().relayed()) {
                actions.noted("plugin relayed");
            }
            deletions.introduce();
            plan.acts().forEach(act -> perform(act, plugin));
            disturber.calm();
            finish(plugin);
        } catch (RuntimeException e) {
            // Before the disturbances end: their end may set the blocked work going again.
            StallReport.describe(context.machine(), standstill);
            throw e;
        }
    }

    /**
     * If this work fails, the rest of the run is still reported.
     *
     * @return whether it was done
     */
    private boolean anyway(String failure, Runnable work) {
        try {
            work.run();
            return true;
        } catch (RuntimeException e) {
            complain(Failure.LIVENESS, failure + e.getMessage());
            return false;
        }
    }

    /** Writes down the plan; the plugin writes its calls beside it. */
    private Path evidence() {
        Path folder = context.machine().evidence(plan.name());
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve("plan.txt"), plan.text());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write down what is played", e);
        }
        return folder.resolve("calls.jsonl");
    }

    /** @param quiet whether nothing changes any more, so that the tables can be compared with the real state */
    private void judge(StrictPlugin plugin, boolean quiet) {
        InvariantReport report = look(plugin, quiet);
        long giveUp = System.nanoTime() + AT_REST_WITHIN.toNanos();
        // Tables, topics and plugin are read one after another, and a waiting task may get its mounts in between. Only
        // a difference that is still there after a while counts. A breach in the past stays a breach at every look.
        while (quiet && !report.breaches().isEmpty() && System.nanoTime() < giveUp) {
            Disturber.pause(LOOK_AGAIN);
            report = look(plugin, true);
        }
        judgement.add(report);
    }

    private InvariantReport look(StrictPlugin plugin, boolean quiet) {
        return Invariants.check(new Witness(context, plan, actions).history(plugin, quiet));
    }

    private void complain(String what, String detail) {
        failures.add(new Failure(what, plan.name(), plan.seed(), detail));
    }

    private void perform(Act act, StrictPlugin plugin) {
        switch (act) {
            case Act.Pause(int millis) -> Disturber.pause(Duration.ofMillis(millis));
            case Act.Create(String volume) -> volumes.create(volume);
            case Act.Remove(String volume) -> volumes.remove(volume);
            case Act.Start(String task) -> tasks.start(task);
            case Act.End(String task) -> tasks.end(task);
            case Act.AwaitMounted(String task) -> tasks.awaitMounted(task);
            case Act.AwaitCreated(String volume) -> volumes.awaitCreated(volume);
            case Act.MarkService() -> deletions.mark();
            case Act.Kill(String process, int away) -> disturber.kill(process, Duration.ofMillis(away));
            case Act.Freeze(String process, int millis) -> disturber.freeze(process, Duration.ofMillis(millis));
            case Act.Restart(String process) -> disturber.restart(process);
            case Act.Duplicate(int which) -> {
                actions.noted("record of the orchestrator repeated");
                inventory.again(which);
            }
            case Act.Repeat(HawserTopic topic, int which) -> {
                if (ownTopics.repeat(topic, which)) {
                    actions.noted("record of " + topic.suffix() + " repeated");
                }
            }
            case Act.Spoil(HawserTopic topic, int which) -> spoil(topic, which);
            case Act.EmptyAssignments emptying -> emptied.disturbed(emptying);
            case Act.Malform(Act.Malformation how, int which) -> {
                actions.noted("malformed record of the orchestrator");
                badRecords.write(how, which);
            }
            case Act.LoseNode lose -> lostNodes.lose(lose, plugin);
            case Act.NodeGone(String node) -> lostNodes.gone(node, plugin);
            case Act.NodeBack(String node) -> lostNodes.back(node, plugin);
            case Act.TroubleDatabase(Act.Trouble trouble, int millis) ->
                databases.trouble(trouble, Duration.ofMillis(millis));
            case Act.BackUpDatabase() -> databases.backUp();
            case Act.RestoreDatabase() -> databases.restore();
            case Act.DeleteTopic(HawserTopic topic) -> {
                // The judgement needs what Hawser has read there.
                context.tap().awaitEnd(RunContext.AT_MOST);
                actions.disturbed("topic " + topic.suffix(), "deleted");
                TopicAdmin.delete(context.machine().bootstrapServers(), topic);
            }
            case Act.Mishap mishap -> mishaps.perform(mishap, plugin);
            case Act.PluginAct pluginAct -> pluginActs.perform(pluginAct, plugin);
        }
    }

    private void spoil(HawserTopic topic, int which) {
        actions.noted("no record on " + topic.suffix());
        ownTopics.spoil(topic, which);
    }

    private void finish(StrictPlugin plugin) {
        CaughtUp.await(context);
        lostNodes.takeBack(plugin);
        if (plan.losesData()) {
            tasks.endAll();
        } else {
            volumes.awaitSettled();
            tasks.awaitSettled();
            badRecords.awaitReported();
            if (plan.seed().isPresent()) {
                Act.OWN.forEach(topic -> spoil(topic, 0));
                ownTopics.awaitDead();
            }
            registration.awaitKnown(plugin);
            judge(plugin, true);
            plan.emptied().ifPresent(emptied::calm);
            tasks.serveAll();
            volumes.awaitAnswers();
        }
        badRecords.awaitReported();
        deletions.markIfNotYet();
        volumes.removeAll();
        deletions.awaitDeallocated();
        volumes.awaitGone();
        tasks.forgetAll();
        deletions.forget();
        nothingLeft(plugin);
    }

    private void nothingLeft(StrictPlugin plugin) {
        List<String> held = plugin.volumes().stream()
                .map(HeldVolume::of)
                .filter(volume -> !volume.mayStay())
                .map(HeldVolume::name)
                .filter(name -> !forced(name))
                .toList();
        if (!held.isEmpty()) {
            complain("NoLeak", "the plugin holds " + held + " that no table knows");
        }
    }

    /** Whether the volume's removal was forced: its record is gone, and its storage stays. */
    private boolean forced(String csiName) {
        return context.tap().records().stream()
                .flatMap(record -> record.as(Volume.class).stream())
                .anyMatch(volume -> HeldVolume.namesOf(volume).contains(csiName)
                        && volumes.forced().contains(volume.getName()));
    }
}
