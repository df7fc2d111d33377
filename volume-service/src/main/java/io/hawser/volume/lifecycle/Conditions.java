package io.hawser.volume.lifecycle;

import io.hawser.message.Truncated;
import io.hawser.volume.id.Identifier;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.TaskName;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Conditions of a volume that is not settled, or not as its spec requires: why, since when, and what ends the
 * condition. One that may need a person is shown immediately; one that normally ends by itself is shown after 10
 * seconds.
 */
public final class Conditions {
    /** What lasts longer may need a person. */
    public static final Duration QUIET = Duration.ofSeconds(10);

    private static final int NAMED = 5;

    private Conditions() {}

    /**
     * @param node empty if the condition concerns the whole volume
     * @param since when the state began, as stored: an unchanged condition gives an unchanged record, which is not
     *     published again
     */
    public record Condition(ConditionType type, Optional<NodeName> node, String message, Optional<Instant> since) {
        public Condition(ConditionType type, String message, Optional<Instant> since) {
            this(type, Optional.empty(), message, since);
        }

        private boolean shown(Instant now) {
            return type.isImmediate()
                    || since.filter(began -> !now.isBefore(began.plus(QUIET))).isPresent();
        }
    }

    /**
     * A volume at the end of a decision.
     *
     * @param claims claims that hold the volume
     * @param queued since when the volume waits for a permit to call its plugin
     * @param unserved since when its plugin has no healthy controller
     */
    public record Input(
            Volume volume,
            List<Claim> claims,
            VolumeInputs inputs,
            Optional<Instant> queued,
            Optional<Instant> unserved) {}

    public static List<Condition> of(Input input, Instant now) {
        return all(input, now).stream()
                .filter(condition -> condition.shown(now))
                .toList();
    }

    /** When the next condition is to be shown, unless the volume settles before. */
    public static Optional<Instant> next(Input input, Instant now) {
        return all(input, now).stream()
                .filter(condition -> !condition.shown(now))
                .flatMap(condition -> condition.since().stream())
                .map(began -> began.plus(QUIET))
                .min(Comparator.naturalOrder());
    }

    private static List<Condition> all(Input input, Instant now) {
        List<Condition> conditions = new ArrayList<>(ofVolume(input));
        DecisionContext decision = new DecisionContext(now, 0, input.volume().generation());
        input.volume()
                .publications()
                .values()
                .forEach(publication -> conditions.addAll(NodeConditions.of(publication, input, decision)));
        conditions.addAll(NodeConditions.orphans(input.inputs()));
        if (input.volume().removal().isPresent()) {
            conditions.add(new Condition(
                    ConditionType.REMOVAL_HELD, heldBy(input), input.volume().since()));
        }
        return conditions;
    }

    private static List<Condition> ofVolume(Input input) {
        Volume volume = input.volume();
        List<Condition> conditions = new ArrayList<>();
        failure(volume.provision().retry(), volume.provision().uncertain(), Optional.empty(), volume.since())
                .ifPresent(conditions::add);
        PluginName plugin = volume.plugin();
        if (!input.inputs().served()) {
            conditions.add(new Condition(
                    ConditionType.PLUGIN_UNAVAILABLE, "no healthy controller of plugin " + plugin, input.unserved()));
        }
        if (input.queued().isPresent()) {
            conditions.add(new Condition(
                    ConditionType.QUEUED,
                    "waits until another call of the same kind to plugin " + plugin
                            + " ends: hawser.volume.calls-per-plugin are under way",
                    input.queued()));
        }
        // A failure says itself when the creation goes on, unless there is no controller to call. It says the same
        // while
        // the call is made again: otherwise each try that fails would be published twice.
        boolean failureSays = !volume.provision().retry().failure().isEmpty()
                && input.inputs().reachable();
        boolean stopped = volume.provision().mayHaveActed() && input.inputs().cannotCreate();
        if (!volume.provision().created() && volume.removal().isEmpty() && (stopped || !failureSays)) {
            conditions.add(new Condition(ConditionType.CREATING, creating(input, stopped), volume.since()));
        }
        if (volume.provision().created()) {
            UnmetRequirements.of(volume.spec(), volume.provision().info())
                    .map(message -> new Condition(ConditionType.NOT_AS_REQUIRED, message, volume.since()))
                    .ifPresent(conditions::add);
        }
        return conditions;
    }

    /** @param stopped CreateVolume may have made it, and the plugin does not create volumes any more */
    private static String creating(Input input, boolean stopped) {
        PluginName plugin = input.volume().plugin();
        if (input.volume().provision().isToConfirm()) {
            String id = Truncated.of(input.volume().provision().info().volumeId());
            return input.volume().call().isPresent()
                    ? "plugin " + plugin + " has not answered yet whether it has volume " + id
                            + "; it is asked again after the deadline"
                    : "plugin " + plugin + " is asked whether it has volume " + id
                            + " when it can be called; a removal takes the registration back";
        }
        if (input.volume().call().isPresent()) {
            return "CreateVolume has not answered yet; it is repeated after its deadline";
        }
        if (stopped) {
            return "the outcome of CreateVolume is not known, and plugin " + plugin
                    + " does not create volumes now: the"
                    + " call is repeated once the plugin does; a forced removal keeps what there is";
        }
        if (input.inputs().plugin().isEmpty()) {
            return "plugin " + plugin + " has not said what it can do; the volume is created when one of its instances"
                    + " does (./hawser plugin status " + plugin + ")";
        }
        return "the volume is created when plugin " + plugin + " can be called";
    }

    /** The condition that a failed last call gives. */
    static Optional<Condition> failure(
            Retry retry, boolean uncertain, Optional<NodeName> node, Optional<Instant> since) {
        if (retry.failure().isEmpty()) {
            return Optional.empty();
        }
        ConditionType type = retry.rejectedBy().isPresent()
                ? ConditionType.REJECTED
                : uncertain ? ConditionType.UNCERTAIN : ConditionType.NOT_SENT;
        String again = retry.busy()
                ? "; tried again after a detach, and by itself"
                : retry.rejectedBy().isPresent()
                        ? "; tried again with another plugin version"
                                + retry.notBefore().map(Conditions::at).orElse("")
                        : "; tried again by itself";
        return Optional.of(new Condition(type, node, Truncated.of(retry.failure()) + again, since));
    }

    private static String at(Instant time) {
        return ", and at " + time.truncatedTo(ChronoUnit.SECONDS);
    }

    /** The tasks that hold a volume, in words: the first few by name, and how many more there are. */
    public static String heldBy(List<Claim> holders) {
        List<String> tasks = holders.stream()
                .map(Claim::task)
                .map(TaskName::value)
                .distinct()
                .sorted()
                .toList();
        String named = String.join(", ", tasks.subList(0, Math.min(NAMED, tasks.size())));
        String more = tasks.size() > NAMED ? " and " + (tasks.size() - NAMED) + " more" : "";
        return "held by " + (tasks.size() == 1 ? "task " : "tasks ") + named + more;
    }

    /** What a removal waits for, in words. */
    public static String heldBy(Input input) {
        Volume volume = input.volume();
        if (!input.claims().isEmpty()) {
            return heldBy(input.claims());
        }
        Map<Boolean, List<NodeName>> nodes = volume.publications().values().stream()
                .filter(publication -> input.inputs().holdsRemoval(publication, volume))
                .collect(Collectors.partitioningBy(
                        Publication::isGuessed, Collectors.mapping(Publication::node, Collectors.toList())));
        for (boolean guessed : List.of(false, true)) {
            List<NodeName> named = nodes.getOrDefault(guessed, List.of());
            if (!named.isEmpty()) {
                return Truncated.of((guessed ? "unused; perhaps attached to nodes " : "still on nodes ")
                        + String.join(", ", Identifier.values(named)));
            }
        }
        if (!input.inputs().orphans().isEmpty()) {
            return Truncated.of("unused; still mounted or attached, and no record explains why, on nodes "
                    + String.join(
                            ", ",
                            Identifier.values(
                                    new TreeSet<>(input.inputs().orphans().keySet()))));
        }
        if (!volume.provision().created() && volume.provision().uncertain()) {
            return "unused; the outcome of CreateVolume is not known: the call is repeated, then the volume is deleted;"
                    + " force keeps what there is";
        }
        if (volume.provision().isToConfirm()) {
            return "unused; its record goes once the plugin has answered whether it has the volume";
        }
        if (volume.existedBefore()) {
            return "unused; its record goes once everything that was written before has been read";
        }
        if (volume.call().isPresent()) {
            return "unused; DeleteVolume has not answered";
        }
        return input.inputs().barrierReached()
                        || volume.removal().flatMap(Volume.Removal::barrier).isEmpty()
                ? "unused; DeleteVolume is still to be made"
                : "unused; deleting once everything that was written before has been read";
    }
}
