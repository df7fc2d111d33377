package io.hawser.node.work;

import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.PluginView;
import io.hawser.node.mount.VolumeStats;
import io.hawser.node.plugin.CallSecrets;
import io.hawser.node.plugin.NodePlugin;
import io.hawser.node.plugin.Plugins;
import io.hawser.v1.AssignmentTarget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Answers the mount loop's calls as a test says, and keeps what it was asked. It is no plugin but the loop's own port
 * to one: the strict plugin stands behind a socket, with capabilities and a client between, and the loop's tests are
 * about none of these.
 */
public class ScriptedNodeCalls implements NodePlugin, Plugins {
    final List<String> calls = new CopyOnWriteArrayList<>();
    /** The paths that it was told, call by call. */
    final List<List<Path>> paths = new CopyOnWriteArrayList<>();

    volatile Function<String, CallOutcome> answer = _ -> new CallOutcome.Done();
    volatile Supplier<Optional<VolumeStats>> stats = Optional::empty;
    /** What reading the secrets does. */
    volatile Consumer<DesiredState> secrets = _ -> {};

    volatile PluginView view = new PluginView.Here(true);
    /** Where on the node a path lies that the plugin gets. */
    volatile UnaryOperator<Path> onNode = UnaryOperator.identity();
    /** Whether its container has the node's folders. */
    volatile boolean seesNode = true;

    private CallOutcome called(String rpc, Path... told) {
        paths.add(List.of(told));
        calls.add(rpc);
        return answer.apply(rpc);
    }

    @Override
    public CallSecrets secrets(DesiredState desired) {
        secrets.accept(desired);
        return CallSecrets.NONE;
    }

    @Override
    public NodePlugin with(CallSecrets read) {
        return this;
    }

    @Override
    public CallOutcome stage(DesiredState desired, Path staging) {
        return called("stage", staging);
    }

    @Override
    public CallOutcome publish(DesiredState desired, AssignmentTarget target, Optional<Path> staging, Path path) {
        CallOutcome outcome = called("publish", staging.orElse(path), path);
        if (outcome instanceof CallOutcome.Done && seesNode) {
            onDisk(() -> Files.createDirectories(onNode.apply(path)));
        }
        return outcome;
    }

    private interface OnDisk {
        void run() throws IOException;
    }

    private static void onDisk(OnDisk change) {
        try {
            change.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public CallOutcome expand(DesiredState desired, long bytes, Optional<Path> staging, Path path) {
        return called("expand", staging.orElse(path), path);
    }

    @Override
    public Optional<VolumeStats> stats(String volumeId, Optional<Path> staging, Path path) {
        calls.add("stats");
        return stats.get();
    }

    @Override
    public CallOutcome unpublish(String volumeId, Path path) {
        CallOutcome outcome = called("unpublish", path);
        if (outcome instanceof CallOutcome.Done) {
            onDisk(() -> Files.deleteIfExists(onNode.apply(path)));
        }
        return outcome;
    }

    @Override
    public CallOutcome unstage(String volumeId, Path staging) {
        return called("unstage", staging);
    }

    @Override
    public PluginView view(String plugin) {
        return view;
    }

    @Override
    public Optional<NodePlugin> node(String plugin) {
        return Optional.of(this);
    }
}
