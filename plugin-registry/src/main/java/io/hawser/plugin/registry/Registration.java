package io.hawser.plugin.registry;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Applies facts in their order. A command whose id was accepted before gets an answer again and has no other effect.
 */
public final class Registration {
    /** An instance of a plugin. */
    public record InstanceOf(String plugin, String instance) {}

    /**
     * @param toAsk instances to be asked now: new ones, and those whose endpoint changed
     * @param gone instances that are not registered any more
     * @param events in the order of the facts
     */
    public record Outcome(
            Registry after,
            List<Answer> answers,
            Set<InstanceOf> toAsk,
            Set<InstanceOf> gone,
            List<InstanceEvent> events) {
        public Outcome {
            answers = List.copyOf(answers);
            toAsk = Set.copyOf(toAsk);
            gone = Set.copyOf(gone);
            events = List.copyOf(events);
        }
    }

    private final Map<String, Plugin> plugins;
    private final Map<String, NodeState> nodes;
    private final Set<String> silent;
    private final Map<String, String> commands;
    private final List<Answer> answers = new ArrayList<>();
    private final Set<InstanceOf> toAsk = new HashSet<>();
    private final Set<InstanceOf> gone = new HashSet<>();
    private final List<InstanceEvent> events = new ArrayList<>();
    private final long clock;

    private Registration(Registry before, long clock) {
        this.plugins = new HashMap<>(before.plugins());
        this.nodes = new HashMap<>(before.nodes());
        this.silent = before.silent();
        this.commands = new HashMap<>(before.commands());
        this.clock = clock;
    }

    /**
     * @param before everything that is known of what the facts name
     * @param clock microseconds; orders registrations
     */
    public static Outcome apply(Registry before, List<Fact> facts, long clock) {
        Registration registration = new Registration(before, clock);
        facts.forEach(registration::apply);
        registration.plugins.values().removeIf(Plugin::empty);
        return new Outcome(
                new Registry(registration.plugins, registration.nodes, registration.silent, registration.commands),
                registration.answers,
                registration.toAsk,
                registration.gone,
                registration.events);
    }

    private void apply(Fact fact) {
        switch (fact) {
            case Fact.Command command -> command(command);
            case Fact.Found(String plugin, Fingerprint fingerprint) ->
                plugins.put(plugin, plugin(plugin).fingerprinted(fingerprint, now()));
            case Fact.NotFound(String plugin, String node) ->
                plugins.put(plugin, plugin(plugin).notFoundOn(node));
            // {@code before} contains it already.
            case Fact.HeardOrNot ignored -> {}
            case Fact.NodeIs(String node, Optional<NodeState> state) -> {
                if (state.isPresent()) {
                    nodes.put(node, state.get());
                } else {
                    nodes.remove(node);
                }
            }
        }
    }

    private void command(Fact.Command command) {
        Fact.Header header = command.header();
        String known = commands.putIfAbsent(header.id(), header.digest());
        if (known == null) {
            Plugin before = plugin(command.plugin());
            answers.add(done(command, carryOut(command)));
            events.addAll(InstanceEvent.between(before, plugin(command.plugin())));
        } else if (known.equals(header.digest())) {
            answers.add(done(command, "answered before"));
        } else {
            answers.add(new Answer.Rejected(
                    header.id(),
                    header.type(),
                    command.plugin(),
                    "id",
                    "this id was used before, for another command",
                    header.warnings()));
        }
    }

    private static Answer done(Fact.Command command, String note) {
        Fact.Header header = command.header();
        return new Answer.Done(header.id(), header.type(), command.plugin(), note, header.warnings());
    }

    /** @return a note for the producer */
    private String carryOut(Fact.Command command) {
        Plugin before = plugin(command.plugin());
        InstanceOf instance = new InstanceOf(command.plugin(), command.instance());
        return switch (command) {
            case Fact.Register register -> {
                Plugin after = before.register(register.instance(), register.declared(), clock);
                plugins.put(register.plugin(), after);
                if (after.instance(register.instance()).orElseThrow().health() instanceof Health.Unasked) {
                    toAsk.add(instance);
                }
                gone.remove(instance);
                yield "";
            }
            case Fact.Deregister deregister -> {
                plugins.put(deregister.plugin(), before.deregister(deregister.instance()));
                toAsk.remove(instance);
                gone.add(instance);
                yield before.instance(deregister.instance()).isPresent() ? "" : "there was no such instance";
            }
        };
    }

    private Instant now() {
        return Instant.EPOCH.plus(clock, ChronoUnit.MICROS);
    }

    private Plugin plugin(String name) {
        return plugins.getOrDefault(name, Plugin.unknown(name));
    }
}
