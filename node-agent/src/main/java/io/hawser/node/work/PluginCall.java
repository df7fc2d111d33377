package io.hawser.node.work;

import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.MountRecord;
import io.hawser.node.mount.Obstacle;
import io.hawser.node.mount.Order;
import io.hawser.node.mount.RecordedCall;
import io.hawser.node.mount.Step;
import io.hawser.node.mount.TargetRecord;
import io.hawser.node.mount.Waiting;
import io.hawser.node.mounttable.Sighting;
import io.hawser.node.mounttable.files.Links;
import io.hawser.node.plugin.CallSecrets;
import io.hawser.node.plugin.NodePlugin;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/** Makes one call for a volume: looks what lies in the way, waits for its turn, sends, and looks what is there then. */
final class PluginCall {
    private static final String WENT_AWAY = "the plugin went away";

    private final MountState state;
    private final MountEnvironment environment;
    private final Function<String, Semaphore> limits;
    private final FileWork files = new FileWork(Thread.ofPlatform().daemon().factory());

    PluginCall(MountState state, MountEnvironment environment, Function<String, Semaphore> limits) {
        this.state = state;
        this.environment = environment;
        this.limits = limits;
    }

    /**
     * @param withdrawn the desired state has changed, or the agent ends
     * @return empty: it was withdrawn before the outcome was known
     */
    Optional<CallOutcome> outcome(Order order, Step.Call call, BooleanSupplier withdrawn) throws InterruptedException {
        return call instanceof Step.GiveGroup give ? giveGroup(order, give, withdrawn) : ask(order, call, withdrawn);
    }

    /** Takes none of the plugin's calls: it may take long. */
    private Optional<CallOutcome> giveGroup(Order order, Step.GiveGroup give, BooleanSupplier withdrawn)
            throws InterruptedException {
        Path path = state.path(give);
        Optional<String> seen = state.have().target(give.target()).flatMap(TargetRecord::seen);
        Supplier<Optional<MountEntry>> mount =
                () -> environment.kernel().mounts().at(path).filter(there -> seen.filter(there.what()::equals)
                        .isPresent());
        String unseen = "what the plugin mounted at " + path
                + " is not seen from here, so its files cannot be given to group " + give.group();
        if (mount.get().isEmpty()) {
            return Optional.of(new CallOutcome.NotSent(unseen));
        }
        state.accept(order, give);
        state.waits(Waiting.files(give.group(), environment.callsPerPlugin(), state.now()));
        return files.run(
                "group-" + state.key().volume(),
                // Permits of its own: no plugin's name has a space.
                limits.apply("files of " + state.have().plugin()),
                // It may have waited for hours, and may take hours: the mount is looked for before it and after it.
                cut -> mount.get()
                        .map(there -> environment
                                .groups()
                                .give(there, give.group(), cut)
                                .or(() -> mount.get().isPresent() ? Optional.empty() : Optional.of(unseen)))
                        .orElse(Optional.of(unseen)),
                withdrawn);
    }

    /**
     * A thread that holds one of the plugin's calls accesses no file except the record: a mount or a folder of secrets
     * that does not answer would block the call for other volumes.
     *
     * @return empty: the desired state changed, or the agent ends, while this waited for a free call
     */
    private Optional<CallOutcome> ask(Order order, Step.Call call, BooleanSupplier withdrawn)
            throws InterruptedException {
        state.waits(Waiting.secrets(state.now()));
        CallSecrets secrets = environment
                .plugins()
                .node(state.have().plugin())
                .map(plugin -> secrets(plugin, call))
                // The plugin may be back by the time of the call, which must not be made without secrets.
                .orElse(new CallSecrets(Map.of(), Optional.of(WENT_AWAY)));
        Semaphore limit = limits.apply(state.have().plugin());
        state.waits(Waiting.turn(state.have().plugin(), environment.callsPerPlugin(), state.now()));
        limit.acquire();
        try {
            if (withdrawn.getAsBoolean()) {
                return Optional.empty();
            }
            MountRecord before = state.have().inBoot(environment.kernel().bootId());
            MountRecord uncertain = RecordedCall.before(before, call);
            state.waits(Waiting.disk(state.now()));
            state.save(uncertain);
            state.have(uncertain);
            state.show(order, call);
            state.waits(Waiting.answer(call, state.now()));
            state.called();
            return Optional.of(environment
                    .plugins()
                    .node(before.plugin())
                    .map(plugin -> send(plugin.with(secrets), before, call))
                    .orElseGet(() -> new CallOutcome.NotSent(WENT_AWAY)));
        } finally {
            limit.release();
        }
    }

    /** What lies in the way of the call, in words. For a call that only takes down, only links count. */
    Optional<String> obstacle(Step.Call call) {
        var layout = environment.layout();
        MountTable table = environment.kernel().mounts();
        Path path = state.path(call);
        Path volume = layout.volume(state.key());
        Optional<Path> link = Links.onTheWay(layout.root(), path, volume, table);
        if (call instanceof Step.Unpublish) {
            return Obstacle.of(state.have(), call, path, link, Sighting.NOTHING);
        }
        Path inStaging = layout.staging(state.key()).resolve("any");
        return Obstacle.of(
                state.have(),
                call,
                path,
                link.or(() -> Links.onTheWay(layout.root(), inStaging, volume, table)),
                call instanceof Step.Unstage
                        ? Sighting.NOTHING
                        : environment.kernel().look(path, volume));
    }

    private static CallSecrets secrets(NodePlugin plugin, Step.Call call) {
        return switch (call) {
            case Step.Stage(DesiredState desired) -> plugin.secrets(desired);
            case Step.Publish(DesiredState desired, var target) -> plugin.secrets(desired);
            case Step.Expand expand -> plugin.secrets(expand.desired());
            case Step.GiveGroup _, Step.Unpublish _, Step.Unstage _ -> CallSecrets.NONE;
        };
    }

    private CallOutcome send(NodePlugin plugin, MountRecord before, Step.Call call) {
        Optional<Path> staging = state.namedStaging(before);
        var path = environment.paths().of(state.path(call));
        try {
            return switch (call) {
                case Step.Stage(DesiredState desired) -> plugin.stage(desired, path);
                case Step.Publish(DesiredState desired, var target) -> plugin.publish(desired, target, staging, path);
                case Step.Expand expand -> plugin.expand(expand.desired(), expand.bytes(), staging, path);
                case Step.GiveGroup _ -> throw new IllegalStateException("the plugin has no part in it");
                case Step.Unpublish(String target) -> plugin.unpublish(before.volumeId(), path);
                case Step.Unstage() -> plugin.unstage(before.volumeId(), path);
            };
        } catch (RuntimeException broken) {
            return new CallOutcome.Uncertain("the call broke: " + broken);
        }
    }

    Sighting look(Step.Call call, CallOutcome outcome) {
        return switch (call) {
            case Step.Stage _, Step.Expand _ -> environment.kernel().mountAt(state.path(call));
            case Step.Publish _ ->
                environment.kernel().look(state.path(call), environment.layout().volume(state.key()));
            case Step.Unstage() ->
                orBelow(state.path(call), environment.kernel().mountAt(state.path(call)));
            case Step.GiveGroup _ -> Sighting.NOTHING;
            case Step.Unpublish(String target) -> {
                Sighting there = orBelow(
                        state.path(call),
                        environment
                                .kernel()
                                .look(state.path(call), environment.layout().volume(state.key())));
                if (there.leaf().isEmpty() && RecordedCall.endsUnpublish(state.have(), target, outcome, there)) {
                    environment.records().removeLeaf(state.key(), target);
                }
                yield there;
            }
        };
    }

    /** A path that is taken down is not free while anything is mounted below it. */
    private Sighting orBelow(Path path, Sighting there) {
        return new Sighting(
                there.mounted().or(() -> environment.kernel().mounts().below(path).stream()
                        .findFirst()
                        .map(MountEntry::what)),
                there.leaf());
    }
}
