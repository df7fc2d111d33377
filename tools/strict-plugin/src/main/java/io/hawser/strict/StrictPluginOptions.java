package io.hawser.strict;

import io.hawser.strict.backend.NodeFiles;
import io.hawser.strict.call.Capabilities;
import io.hawser.strict.call.CapabilityProfiles;
import io.hawser.strict.fault.FaultScript;
import io.hawser.strict.knowledge.Limits;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Options of a strict plugin. Start from {@link #at}, then change what should differ: each change makes a copy, and
 * nothing else writes the fields.
 */
public final class StrictPluginOptions implements Cloneable {
    /** The name of a plugin without a given name. */
    public static final String DEFAULT_NAME = "strict.hawser.io";

    /** Serves Identity, Controller and GroupController. */
    final Path controllerSocket;
    /** The plugin's name in GetPluginInfo. */
    String name = DEFAULT_NAME;
    /** A TCP address with the same services as the controller's socket. It has no TLS and no authentication. */
    Optional<InetSocketAddress> tcp = Optional.empty();
    /** By node name; each serves Identity and Node, and the node's CSI id is {@link #nodeId} of its name. */
    Map<String, Path> nodeSockets = Map.of();
    /** Whether node sockets serve Controller and GroupController too. */
    boolean allOnNodeSockets;

    Capabilities capabilities = CapabilityProfiles.full();
    /** How long each call takes; no thread waits for it. */
    Duration latency = Duration.ZERO;

    FaultScript faults = FaultScript.calm();
    Limits limits = Limits.standard();
    NodeFiles files = NodeFiles.directories();
    /** 0 = no limit. */
    long maxVolumesPerNode;
    /** Ids of volumes that exist and were not created through the plugin. */
    Set<String> adopted = Set.of();
    /** Whether the plugin watches its caller; a bench that times calls turns this off. */
    boolean judging = true;
    /** Whether events stay in memory; a bench turns this off. */
    boolean keepHistory = true;
    /** File to which lines of JSON are appended. */
    Optional<Path> log = Optional.empty();
    /** File that keeps the plugin's volumes over the death of its process. */
    Optional<Path> state = Optional.empty();

    private StrictPluginOptions(Path controllerSocket) {
        this.controllerSocket = controllerSocket;
    }

    /** All capabilities, no latency, no faults, one socket and no node. */
    public static StrictPluginOptions at(Path controllerSocket) {
        return new StrictPluginOptions(controllerSocket);
    }

    private StrictPluginOptions with(Consumer<StrictPluginOptions> change) {
        try {
            StrictPluginOptions copy = (StrictPluginOptions) clone();
            change.accept(copy);
            return copy;
        } catch (CloneNotSupportedException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /**
     * The CSI id of a node. It differs from the node's name, so that the plugin notices a caller that confuses the two.
     */
    public static String nodeId(String nodeName) {
        return "strict-" + nodeName;
    }

    public String name() {
        return name;
    }

    public Map<String, Path> nodeSockets() {
        return Collections.unmodifiableMap(nodeSockets);
    }

    /** Adds a node with a socket of its own; if it is the controller's socket, that socket serves everything. */
    public StrictPluginOptions withNode(String nodeName, Path socket) {
        Map<String, Path> nodes = new LinkedHashMap<>(nodeSockets);
        nodes.put(nodeName, socket);
        return with(options -> options.nodeSockets = nodes);
    }

    /** Adds a node for each name, with sockets {@code NAME.sock} beside the controller's. */
    public StrictPluginOptions withNodes(String... nodeNames) {
        StrictPluginOptions all = this;
        for (String nodeName : nodeNames) {
            all = all.withNode(nodeName, controllerSocket.resolveSibling(nodeName + ".sock"));
        }
        return all;
    }

    /** Also serves the controller's services on this port of the loopback interface; 0 = any free port. */
    public StrictPluginOptions withTcp(int port) {
        return withTcp(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    public StrictPluginOptions withTcp(InetSocketAddress address) {
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("tcp: \"" + address.getHostString() + "\" is no known host");
        }
        return with(options -> options.tcp = Optional.of(address));
    }

    public StrictPluginOptions withEverythingOnNodeSockets() {
        return with(options -> options.allOnNodeSockets = true);
    }

    public StrictPluginOptions withCapabilities(Capabilities wanted) {
        return with(options -> options.capabilities = wanted);
    }

    public StrictPluginOptions withLatency(Duration wanted) {
        if (wanted.isNegative()) {
            throw new IllegalArgumentException("latency: " + wanted + " is negative");
        }
        return with(options -> options.latency = wanted);
    }

    public StrictPluginOptions withFaults(FaultScript wanted) {
        return with(options -> options.faults = wanted);
    }

    public StrictPluginOptions withLimits(Limits wanted) {
        return with(options -> options.limits = wanted);
    }

    public StrictPluginOptions withFiles(NodeFiles wanted) {
        return with(options -> options.files = wanted);
    }

    public StrictPluginOptions withMaxVolumesPerNode(long wanted) {
        return with(options -> options.maxVolumesPerNode = wanted);
    }

    public StrictPluginOptions withName(String wanted) {
        if (!wanted.matches("[a-zA-Z0-9]([-a-zA-Z0-9.]{0,61}[a-zA-Z0-9])?")) {
            throw new IllegalArgumentException("name: \"" + wanted + "\" is no plugin name (63 characters, RFC 1035)");
        }
        return with(options -> options.name = wanted);
    }

    public StrictPluginOptions withAdopted(Collection<String> volumeIds) {
        Set<String> ids = Set.copyOf(volumeIds);
        return with(options -> options.adopted = ids);
    }

    /** Carries out and answers every call, and has no verdict. */
    public StrictPluginOptions withoutJudge() {
        return with(options -> options.judging = false);
    }

    public StrictPluginOptions withoutHistory() {
        return with(options -> options.keepHistory = false);
    }

    public StrictPluginOptions withLog(Path file) {
        return with(options -> options.log = Optional.of(file));
    }

    public StrictPluginOptions withState(Path file) {
        return with(options -> options.state = Optional.of(file));
    }
}
