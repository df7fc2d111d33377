package io.hawser.strict;

import io.hawser.strict.backend.NodeFiles;
import io.hawser.strict.fault.FaultScript;
import io.hawser.strict.rule.Limits;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Options of a strict plugin. Start from {@link #at}, then change what should differ.
 *
 * @param name the plugin's name in GetPluginInfo
 * @param controllerSocket serves Identity, Controller and GroupController
 * @param tcp a TCP port with the same services as the controller's socket; 0 = any free port. It has no TLS and no
 *     authentication
 * @param nodeSockets by node name; each serves Identity and Node, and the node's CSI id is {@link #nodeId} of its name
 * @param allOnNodeSockets whether node sockets serve Controller and GroupController too
 * @param latency how long each call takes; no thread waits for it
 * @param maxVolumesPerNode 0 = no limit
 * @param adopted ids of volumes that exist and were not created through the plugin
 * @param judging whether the plugin watches its caller; a bench that times calls turns this off
 * @param keepHistory whether events stay in memory; a bench turns this off
 * @param log file to which lines of JSON are appended
 * @param state file that keeps the plugin's volumes over the death of its process
 */
public record StrictPluginOptions(
        String name,
        Path controllerSocket,
        Optional<InetSocketAddress> tcp,
        Map<String, Path> nodeSockets,
        boolean allOnNodeSockets,
        Capabilities capabilities,
        Duration latency,
        FaultScript faults,
        Limits limits,
        NodeFiles files,
        long maxVolumesPerNode,
        Set<String> adopted,
        boolean judging,
        boolean keepHistory,
        Optional<Path> log,
        Optional<Path> state) {

    /** The name of a plugin without a given name. */
    public static final String DEFAULT_NAME = "strict.hawser.io";

    public StrictPluginOptions {
        if (!name.matches("[a-zA-Z0-9]([-a-zA-Z0-9.]{0,61}[a-zA-Z0-9])?")) {
            throw new IllegalArgumentException("name: \"" + name + "\" is no plugin name (63 characters, RFC 1035)");
        }
        if (latency.isNegative()) {
            throw new IllegalArgumentException("latency: " + latency + " is negative");
        }
        tcp.filter(InetSocketAddress::isUnresolved).ifPresent(address -> {
            throw new IllegalArgumentException("tcp: \"" + address.getHostString() + "\" is no known host");
        });
        nodeSockets = new LinkedHashMap<>(nodeSockets);
        adopted = Set.copyOf(adopted);
    }

    /** All capabilities, no latency, no faults, one socket and no node. */
    public static StrictPluginOptions at(Path controllerSocket) {
        return new StrictPluginOptions(
                DEFAULT_NAME,
                controllerSocket,
                Optional.empty(),
                Map.of(),
                false,
                CapabilityProfiles.full(),
                Duration.ZERO,
                FaultScript.calm(),
                Limits.standard(),
                NodeFiles.directories(),
                0,
                Set.of(),
                true,
                true,
                Optional.empty(),
                Optional.empty());
    }

    /**
     * The CSI id of a node. It differs from the node's name, so that the plugin notices a caller that confuses the two.
     */
    public static String nodeId(String nodeName) {
        return "strict-" + nodeName;
    }

    /** Adds a node with a socket of its own; if it is the controller's socket, that socket serves everything. */
    public StrictPluginOptions withNode(String nodeName, Path socket) {
        Map<String, Path> nodes = new LinkedHashMap<>(nodeSockets);
        nodes.put(nodeName, socket);
        return copy(nodes, allOnNodeSockets, capabilities, latency, faults, limits, files, maxVolumesPerNode);
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
        return as(name, Optional.of(address));
    }

    public StrictPluginOptions withEverythingOnNodeSockets() {
        return copy(nodeSockets, true, capabilities, latency, faults, limits, files, maxVolumesPerNode);
    }

    public StrictPluginOptions withCapabilities(Capabilities wanted) {
        return copy(nodeSockets, allOnNodeSockets, wanted, latency, faults, limits, files, maxVolumesPerNode);
    }

    public StrictPluginOptions withLatency(Duration wanted) {
        return copy(nodeSockets, allOnNodeSockets, capabilities, wanted, faults, limits, files, maxVolumesPerNode);
    }

    public StrictPluginOptions withFaults(FaultScript wanted) {
        return copy(nodeSockets, allOnNodeSockets, capabilities, latency, wanted, limits, files, maxVolumesPerNode);
    }

    public StrictPluginOptions withLimits(Limits wanted) {
        return copy(nodeSockets, allOnNodeSockets, capabilities, latency, faults, wanted, files, maxVolumesPerNode);
    }

    public StrictPluginOptions withFiles(NodeFiles wanted) {
        return copy(nodeSockets, allOnNodeSockets, capabilities, latency, faults, limits, wanted, maxVolumesPerNode);
    }

    public StrictPluginOptions withMaxVolumesPerNode(long wanted) {
        return copy(nodeSockets, allOnNodeSockets, capabilities, latency, faults, limits, files, wanted);
    }

    public StrictPluginOptions withName(String wanted) {
        return as(wanted, tcp);
    }

    private StrictPluginOptions as(String called, Optional<InetSocketAddress> port) {
        return new StrictPluginOptions(
                called,
                controllerSocket,
                port,
                nodeSockets,
                allOnNodeSockets,
                capabilities,
                latency,
                faults,
                limits,
                files,
                maxVolumesPerNode,
                adopted,
                judging,
                keepHistory,
                log,
                state);
    }

    public StrictPluginOptions withAdopted(Collection<String> volumeIds) {
        return records(Set.copyOf(volumeIds), judging, keepHistory, log, state);
    }

    /** Carries out and answers every call, and has no verdict. */
    public StrictPluginOptions withoutJudge() {
        return records(adopted, false, keepHistory, log, state);
    }

    public StrictPluginOptions withoutHistory() {
        return records(adopted, judging, false, log, state);
    }

    public StrictPluginOptions withLog(Path file) {
        return records(adopted, judging, keepHistory, Optional.of(file), state);
    }

    public StrictPluginOptions withState(Path file) {
        return records(adopted, judging, keepHistory, log, Optional.of(file));
    }

    private StrictPluginOptions copy(
            Map<String, Path> nodes,
            boolean everywhere,
            Capabilities offered,
            Duration delay,
            FaultScript script,
            Limits judged,
            NodeFiles touched,
            long most) {
        return new StrictPluginOptions(
                name,
                controllerSocket,
                tcp,
                nodes,
                everywhere,
                offered,
                delay,
                script,
                judged,
                touched,
                most,
                adopted,
                judging,
                keepHistory,
                log,
                state);
    }

    private StrictPluginOptions records(
            Set<String> existing, boolean judge, boolean history, Optional<Path> logFile, Optional<Path> stateFile) {
        return new StrictPluginOptions(
                name,
                controllerSocket,
                tcp,
                nodeSockets,
                allOnNodeSockets,
                capabilities,
                latency,
                faults,
                limits,
                files,
                maxVolumesPerNode,
                existing,
                judge,
                history,
                logFile,
                stateFile);
    }
}
