package io.hawser.plugin.probe;

import io.hawser.csi.CapabilitySet;
import io.hawser.csi.ConnectionOptions;
import io.hawser.csi.CsiClient;
import io.hawser.csi.CsiCode;
import io.hawser.csi.CsiConnection;
import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.CsiService;
import io.hawser.csi.Ending;
import io.hawser.csi.PluginIdentity;
import io.hawser.plugin.registry.Identity;
import io.hawser.plugin.registry.ProbeResult;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/** Over CSI, each time with a new connection: what a plugin said over an earlier one may be out of date. */
@ApplicationScoped
class CsiPluginProbe implements PluginProbe {
    private static final int LONGEST_REASON = 300;

    private final CsiClient client;
    private final Duration deadline;

    CsiPluginProbe(CsiClient client, ProbeConfig config) {
        this.client = client;
        this.deadline = config.callDeadline();
    }

    @Override
    public Uni<ProbeResult> ask(String endpoint) {
        return Uni.createFrom()
                .deferred(() -> ask(client.connect(
                        CsiEndpoint.parse(endpoint),
                        ConnectionOptions.reading(CsiService.CONTROLLER).withIdentityDeadline(deadline))))
                .onFailure()
                .recoverWithItem(failure -> new ProbeResult.Failed("cannot be asked: " + failure.getMessage()));
    }

    private Uni<ProbeResult> ask(CsiConnection connection) {
        return connection
                .identity()
                .chain(ending -> switch (ending) {
                    case Ending.Done<PluginIdentity>(PluginIdentity said) -> ready(connection, identity(said));
                    case Ending.Rejected<PluginIdentity> rejected -> failed(rejected.code(), rejected.reason());
                    case Ending.Uncertain<PluginIdentity> uncertain -> failed(uncertain.code(), uncertain.reason());
                })
                .onTermination()
                .invoke(connection::close);
    }

    private Uni<ProbeResult> ready(CsiConnection connection, Identity identity) {
        return connection.probe(deadline).chain(ending -> switch (ending) {
            case Ending.Done<Boolean>(Boolean ready) ->
                Uni.createFrom().item(ready ? new ProbeResult.Ready(identity) : new ProbeResult.NotReady(identity));
            case Ending.Rejected<Boolean> rejected -> failed(rejected.code(), rejected.reason());
            case Ending.Uncertain<Boolean> uncertain -> failed(uncertain.code(), uncertain.reason());
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
