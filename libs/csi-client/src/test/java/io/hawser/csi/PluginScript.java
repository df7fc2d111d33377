package io.hawser.csi;

import com.google.protobuf.Message;
import io.grpc.Status;
import io.hawser.csi.v1.ControllerGetCapabilitiesResponse;
import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.csi.v1.GetPluginCapabilitiesResponse;
import io.hawser.csi.v1.NodeGetCapabilitiesResponse;
import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.csi.v1.PluginCapability;
import io.hawser.strict.StrictPlugin;
import io.hawser.strict.StrictPluginOptions;
import io.hawser.strict.backend.NodeFiles;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.fault.Fault;
import io.hawser.strict.fault.FaultScript;
import io.hawser.strict.fault.Selector;
import io.hawser.strict.history.Event;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A strict plugin on one socket for everything, told RPC by RPC what to say; what it is not told it does. Nobody asks
 * for its verdict: these tests are about single calls, in no order that a volume could live through.
 */
final class PluginScript implements AutoCloseable {

    static final String NAME = "scripted.example.com";

    private final Path socket;
    private final StrictPlugin plugin;
    private final Map<Rpc, Fault> script = new EnumMap<>(Rpc.class);

    private PluginScript(Path socket, StrictPluginOptions options) {
        this.socket = socket;
        this.plugin = StrictPlugin.start(options);
    }

    static PluginScript startedAt(Path socket) {
        return new PluginScript(socket, options(socket));
    }

    /** On a port of the loopback interface too. */
    static PluginScript startedAtAndOnTcp(Path socket) {
        return new PluginScript(socket, options(socket).withTcp(0));
    }

    private static StrictPluginOptions options(Path socket) {
        return StrictPluginOptions.at(socket)
                .withNode("n-1", socket)
                .withName(NAME)
                .withFiles(NodeFiles.none());
    }

    CsiEndpoint tcp() {
        return CsiEndpoint.parse(plugin.tcpEndpoint().orElseThrow());
    }

    PluginScript when(CsiRpc<?, ?> rpc, Fault fault) {
        script.put(Rpc.named(rpc.name()), fault);
        plugin.misbehave(new FaultScript(script.entrySet().stream()
                .map(entry -> new FaultScript.Entry(Selector.every(entry.getKey()), entry.getValue()))
                .toList()));
        return this;
    }

    <R extends Message> PluginScript answer(CsiRpc<?, R> rpc, R response) {
        return when(rpc, Fault.Says.answer(response));
    }

    PluginScript fail(CsiRpc<?, ?> rpc, Status status) {
        return when(
                rpc,
                Fault.Says.error(
                        status.getCode(),
                        Optional.ofNullable(status.getDescription()).orElse("")));
    }

    PluginScript hang(CsiRpc<?, ?> rpc) {
        return when(rpc, new Fault.Hang(false, Optional.empty()));
    }

    /** The connection breaks while the call runs. */
    PluginScript dropOn(CsiRpc<?, ?> rpc) {
        return when(rpc, new Fault.ActThenDrop());
    }

    List<Call> asked() {
        return plugin.events().stream()
                .filter(Event.CallArrived.class::isInstance)
                .map(arrived -> ((Event.CallArrived) arrived).call())
                .toList();
    }

    List<String> askedRpcs() {
        return asked().stream().map(call -> call.rpc().wireName()).toList();
    }

    long times(CsiRpc<?, ?> rpc) {
        return askedRpcs().stream().filter(rpc.name()::equals).count();
    }

    /** How many calls their caller cancelled, or left without an answer. */
    long givenUp() {
        return plugin.events().stream()
                .filter(Event.CallGivenUp.class::isInstance)
                .count();
    }

    @SuppressWarnings("unchecked")
    <Q extends Message> Q lastRequest(CsiRpc<Q, ?> rpc) {
        return (Q) asked().stream()
                .filter(call -> call.rpc().wireName().equals(rpc.name()))
                .reduce((earlier, later) -> later)
                .orElseThrow()
                .request();
    }

    /** Goes away, socket and all. */
    void stop() {
        plugin.die(Fault.Die.Memory.WITH_STATE);
        try {
            Files.deleteIfExists(socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Is there again, and says what it was told to. */
    void start() {
        plugin.comeBack();
    }

    @Override
    public void close() {
        plugin.close();
    }

    static GetPluginCapabilitiesResponse plugin(int... services) {
        GetPluginCapabilitiesResponse.Builder answer = GetPluginCapabilitiesResponse.newBuilder();
        for (int service : services) {
            answer.addCapabilities(PluginCapability.newBuilder()
                    .setService(PluginCapability.Service.newBuilder().setTypeValue(service)));
        }
        return answer.build();
    }

    static ControllerGetCapabilitiesResponse controller(Stream<Integer> rpcs) {
        ControllerGetCapabilitiesResponse.Builder answer = ControllerGetCapabilitiesResponse.newBuilder();
        rpcs.forEach(rpc -> answer.addCapabilities(ControllerServiceCapability.newBuilder()
                .setRpc(ControllerServiceCapability.RPC.newBuilder().setTypeValue(rpc))));
        return answer.build();
    }

    static NodeGetCapabilitiesResponse node(int... rpcs) {
        NodeGetCapabilitiesResponse.Builder answer = NodeGetCapabilitiesResponse.newBuilder();
        for (int rpc : rpcs) {
            answer.addCapabilities(NodeServiceCapability.newBuilder()
                    .setRpc(NodeServiceCapability.RPC.newBuilder().setTypeValue(rpc)));
        }
        return answer.build();
    }
}
