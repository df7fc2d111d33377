package io.hawser.plugin.registry.csi;

import io.hawser.bus.envelope.Truncated;
import io.hawser.csi.AllowedEndpoints;
import io.hawser.csi.CapabilitySet;
import io.hawser.csi.ConnectionOptions;
import io.hawser.csi.CsiClient;
import io.hawser.csi.CsiConnection;
import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.CsiService;
import io.hawser.csi.PluginIdentity;
import io.hawser.csi.PluginLook;
import io.hawser.plugin.registry.Identity;
import io.hawser.plugin.registry.ProbeResult;
import io.hawser.plugin.wiring.ProbeConfig;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Asks an instance who it is, what it can do, and whether it is ready. The question changes nothing, so it can be
 * repeated without limit. Each time over a new connection: an answer over an earlier connection may be out of date.
 */
@ApplicationScoped
public class PluginProbe {
    private final CsiClient client;
    private final AllowedEndpoints allowed;
    private final Duration deadline;

    PluginProbe(CsiClient client, AllowedEndpoints allowed, ProbeConfig config) {
        this.client = client;
        this.allowed = allowed;
        this.deadline = config.callDeadline();
    }

    /** Never fails: every error becomes a {@link ProbeResult.Failed}. Ends within twice the call deadline. */
    public Uni<ProbeResult> ask(String plugin, String endpoint) {
        return Uni.createFrom()
                .item(() -> CsiEndpoint.parse(endpoint))
                // The configuration may have changed since the registration, or the path may have become a link.
                .map(parsed -> Map.entry(parsed, allowed.refusalNow(plugin, parsed)))
                .runSubscriptionOn(Infrastructure.getDefaultWorkerPool())
                .chain(checked -> checked.getValue()
                        .map(message ->
                                Uni.createFrom().<ProbeResult>item(new ProbeResult.Failed("is not asked: " + message)))
                        .orElseGet(() -> ask(
                                plugin,
                                client.connect(
                                        checked.getKey(),
                                        ConnectionOptions.reading(CsiService.CONTROLLER)
                                                .withIdentityDeadline(deadline)))))
                .onFailure()
                .recoverWithItem(failure -> new ProbeResult.Failed("cannot be asked: " + failure.getMessage()));
    }

    private Uni<ProbeResult> ask(String plugin, CsiConnection connection) {
        return connection
                .look(deadline)
                .map(look -> result(plugin, look))
                .onTermination()
                .invoke(connection::close);
    }

    static ProbeResult result(String plugin, PluginLook look) {
        Optional<PluginIdentity> another =
                look.identity().filter(said -> !said.name().equals(plugin));
        if (another.isPresent()) {
            return new ProbeResult.Misnamed(another.get().name());
        }
        if (!look.capabilitiesRead()) {
            return new ProbeResult.Failed("does not answer as it should: " + Truncated.of(look.trouble()));
        }
        Identity identity = identity(look.identity().orElseThrow());
        return look.healthy()
                ? new ProbeResult.Ready(identity)
                : new ProbeResult.NotReady(identity, Truncated.of(look.trouble()));
    }

    private static Identity identity(PluginIdentity said) {
        CapabilitySet can = said.capabilities();
        return new Identity(said.name(), said.vendorVersion(), said.servesController(), can.plugin(), can.controller());
    }
}
