package io.hawser.plugin.registry.csi;

import io.hawser.csi.AllowedEndpoints;
import io.hawser.csi.CapabilitySet;
import io.hawser.csi.ConnectionOptions;
import io.hawser.csi.CsiClient;
import io.hawser.csi.CsiCode;
import io.hawser.csi.CsiConnection;
import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.CsiService;
import io.hawser.csi.PluginIdentity;
import io.hawser.csi.RpcOutcome;
import io.hawser.plugin.registry.Identity;
import io.hawser.plugin.registry.ProbeResult;
import io.hawser.plugin.wiring.ProbeConfig;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Map;

/** Asks over CSI, each time over a new connection: an answer over an earlier connection may be out of date. */
@ApplicationScoped
class CsiPluginProbe implements PluginProbe {
    private static final int LONGEST_REASON = 300;

    private final CsiClient client;
    private final AllowedEndpoints allowed;
    private final Duration deadline;

    CsiPluginProbe(CsiClient client, AllowedEndpoints allowed, ProbeConfig config) {
        this.client = client;
        this.allowed = allowed;
        this.deadline = config.callDeadline();
    }

    @Override
    public Uni<ProbeResult> ask(String plugin, String endpoint) {
        return Uni.createFrom()
                .item(() -> CsiEndpoint.parse(endpoint))
                // The configuration may have changed since the registration, or the path may have become a link.
                .map(parsed -> Map.entry(parsed, allowed.refusalNow(plugin, parsed)))
                .runSubscriptionOn(Infrastructure.getDefaultWorkerPool())
                .chain(checked -> checked.getValue()
                        .map(message ->
                                Uni.createFrom().<ProbeResult>item(new ProbeResult.Failed("is not asked: " + message)))
                        .orElseGet(() -> ask(client.connect(
                                checked.getKey(),
                                ConnectionOptions.reading(CsiService.CONTROLLER).withIdentityDeadline(deadline)))))
                .onFailure()
                .recoverWithItem(failure -> new ProbeResult.Failed("cannot be asked: " + failure.getMessage()));
    }

    private Uni<ProbeResult> ask(CsiConnection connection) {
        return connection
                .identity()
                .chain(ending -> switch (ending) {
                    case RpcOutcome.Done<PluginIdentity>(PluginIdentity said) -> ready(connection, identity(said));
                    case RpcOutcome.Rejected<PluginIdentity> rejected -> failed(rejected.code(), rejected.reason());
                    case RpcOutcome.Uncertain<PluginIdentity> uncertain -> failed(uncertain.code(), uncertain.reason());
                })
                .onTermination()
                .invoke(connection::close);
    }

    private Uni<ProbeResult> ready(CsiConnection connection, Identity identity) {
        return connection.probe(deadline).chain(ending -> switch (ending) {
            case RpcOutcome.Done<Boolean>(Boolean ready) ->
                Uni.createFrom().item(ready ? new ProbeResult.Ready(identity) : new ProbeResult.NotReady(identity));
            case RpcOutcome.Rejected<Boolean> rejected -> failed(rejected.code(), rejected.reason());
            case RpcOutcome.Uncertain<Boolean> uncertain -> failed(uncertain.code(), uncertain.reason());
        });
    }

    private static Identity identity(PluginIdentity said) {
        CapabilitySet can = said.capabilities();
        return new Identity(said.name(), said.vendorVersion(), can.hasController(), can.plugin(), can.controller());
    }

    private static Uni<ProbeResult> failed(CsiCode code, String reason) {
        String brief = reason.length() > LONGEST_REASON ? reason.substring(0, LONGEST_REASON) + "…" : reason;
        return Uni.createFrom().item(new ProbeResult.Failed("does not answer as it should (" + code + "): " + brief));
    }
}
