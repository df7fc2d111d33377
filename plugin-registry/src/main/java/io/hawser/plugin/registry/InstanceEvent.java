package io.hawser.plugin.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Something that happened to one instance, for people.
 *
 * @param reason CamelCase word
 */
public record InstanceEvent(String plugin, String instance, String reason, String message) {

    /** The events that lead from one state of a plugin to the next. Events of one instance are in their order. */
    public static List<InstanceEvent> between(Plugin before, Plugin after) {
        List<InstanceEvent> events = new ArrayList<>();
        for (Instance was : before.instances()) {
            if (after.instance(was.name()).filter(is -> same(was, is)).isEmpty()) {
                events.add(new InstanceEvent(
                        before.name(), was.name(), "InstanceDeregistered", was.name() + " is not registered any more"));
            }
        }
        for (Instance is : after.instances()) {
            Optional<Instance> was = before.instance(is.name()).filter(known -> same(known, is));
            if (was.isEmpty()) {
                events.add(new InstanceEvent(
                        after.name(),
                        is.name(),
                        "InstanceRegistered",
                        is.name() + " is registered at " + is.endpoint()));
            } else if (!was.get().declared().equals(is.declared())) {
                events.add(new InstanceEvent(
                        after.name(), is.name(), "InstanceUpdated", is.name() + " is registered at " + is.endpoint()));
            }
            was.flatMap(known -> different(known.health(), is.health()))
                    .ifPresent(words -> events.add(new InstanceEvent(
                            after.name(), is.name(), "InstanceChanged", is.name() + " says otherwise now: " + words)));
            health(was.map(Instance::health).orElse(new Health.Unasked()), is)
                    .ifPresent(reason -> events.add(
                            new InstanceEvent(after.name(), is.name(), reason, is.name() + " " + words(is.health()))));
        }
        return List.copyOf(events);
    }

    private static boolean same(Instance one, Instance other) {
        return one.registered() == other.registered();
    }

    /** What the process says of itself now and did not before, healthy or not. */
    private static Optional<String> different(Health before, Health now) {
        Optional<Identity> was = before.lastSaid();
        Optional<Identity> is = now.lastSaid();
        if (was.isEmpty() || is.isEmpty() || was.equals(is)) {
            return Optional.empty();
        }
        List<String> texts = new ArrayList<>();
        field("version", was.get(), is.get(), Identity::vendorVersion, texts);
        field("controller service", was.get(), is.get(), Identity::controller, texts);
        field("plugin capabilities", was.get(), is.get(), said -> sorted(said.pluginCapabilities()), texts);
        field("controller capabilities", was.get(), is.get(), said -> sorted(said.controllerCapabilities()), texts);
        return Optional.of(String.join("; ", texts));
    }

    private static void field(
            String name, Identity was, Identity is, Function<Identity, Object> value, List<String> texts) {
        if (!value.apply(was).equals(value.apply(is))) {
            texts.add(name + " was " + value.apply(was) + ", is " + value.apply(is));
        }
    }

    private static List<Integer> sorted(Set<Integer> numbers) {
        return numbers.stream().sorted().toList();
    }

    private static Optional<String> health(Health was, Instance is) {
        return switch (is.health()) {
            case Health.Unasked() -> Optional.empty();
            case Health.Healthy ignored ->
                was instanceof Health.Healthy ? Optional.empty() : Optional.of("InstanceHealthy");
            case Health.Unhealthy ignored ->
                was instanceof Health.Unhealthy ? Optional.empty() : Optional.of("InstanceUnhealthy");
        };
    }

    private static String words(Health health) {
        return health.message().isEmpty() ? "answers" : "does not serve: " + health.message();
    }
}
