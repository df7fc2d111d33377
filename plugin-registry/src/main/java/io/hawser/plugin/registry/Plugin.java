package io.hawser.plugin.registry;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A plugin with its registered instances and the nodes' fingerprints of it.
 *
 * @param instances newest registration first
 * @param fingerprints by node
 * @param current name of the instance that serves controller calls; empty while none is healthy
 */
public record Plugin(
        String name, List<Instance> instances, Map<String, Fingerprint> fingerprints, Optional<String> current) {
    private static final Comparator<Instance> NEWEST_FIRST =
            Comparator.comparingLong(Instance::registered).reversed().thenComparing(Instance::name);

    public Plugin {
        instances = instances.stream().sorted(NEWEST_FIRST).toList();
        fingerprints = Map.copyOf(fingerprints);
    }

    public static Plugin unknown(String name) {
        return new Plugin(name, List.of(), Map.of(), Optional.empty());
    }

    public Optional<Instance> instance(String name) {
        return instances.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /**
     * Whether this instance is still registered, at whatever endpoint; one of its name may be its successor.
     *
     * @param asked as it was
     */
    public boolean has(Instance asked) {
        return instance(asked.name())
                .filter(each -> each.registered() == asked.registered())
                .isPresent();
    }

    /** Whether the plugin has neither instances nor fingerprints. */
    public boolean empty() {
        return instances.isEmpty() && fingerprints.isEmpty();
    }

    /**
     * Registers an instance. A known one keeps its place, and its health too if its endpoint and its role are the same.
     * A new one becomes the newest.
     *
     * @param clock microseconds; the new instance's registration number, unless an earlier one is not below it
     */
    public Plugin register(String instance, Declared declared, long clock) {
        Optional<Instance> known = instance(instance);
        long newest = instances.stream().mapToLong(Instance::registered).max().orElse(0);
        long registered = known.map(Instance::registered).orElse(Math.max(newest + 1, clock));
        Health health = known.filter(before -> before.declared().sameProcess(declared))
                .map(Instance::health)
                .orElse(new Health.Unasked());
        Instance after = new Instance(instance, declared, registered, health);
        return known.isPresent()
                ? change(instance, ignored -> after)
                : with(Stream.concat(Stream.of(after), instances.stream()).toList());
    }

    /** Removes the instance, if there is one. The others do not change. */
    public Plugin deregister(String instance) {
        return with(
                instances.stream().filter(each -> !each.name().equals(instance)).toList());
    }

    /** Applies an answer to the instance as it is now. An answer from an earlier endpoint is ignored. */
    public Plugin probed(String instance, String endpoint, ProbeResult result, Instant now) {
        return change(
                instance,
                each -> each.endpoint().equals(endpoint)
                        ? each.with(each.health().after(name, each.declared().role(), result, now))
                        : each);
    }

    /** Takes instances for unasked whose last answer is too old. */
    public Plugin unasked(Predicate<Identity> tooOld) {
        return with(instances.stream()
                .map(each ->
                        each.health().lastSaid().filter(tooOld).isPresent() ? each.with(new Health.Unasked()) : each)
                .toList());
    }

    public Plugin fingerprinted(Fingerprint fingerprint, Instant now) {
        Map<String, Fingerprint> all = new HashMap<>(fingerprints);
        all.put(fingerprint.node(), fingerprint.after(Optional.ofNullable(fingerprints.get(fingerprint.node())), now));
        return new Plugin(name, instances, all, current);
    }

    public Plugin notFoundOn(String node) {
        Map<String, Fingerprint> all = new HashMap<>(fingerprints);
        all.remove(node);
        return new Plugin(name, instances, all, current);
    }

    private Plugin change(String instance, UnaryOperator<Instance> change) {
        return with(instances.stream()
                .map(each -> each.name().equals(instance) ? change.apply(each) : each)
                .toList());
    }

    private Plugin with(List<Instance> newestFirst) {
        return new Plugin(name, newestFirst, fingerprints, CurrentInstance.pick(newestFirst, current));
    }
}
