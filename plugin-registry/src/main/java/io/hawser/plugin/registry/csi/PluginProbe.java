package io.hawser.plugin.registry.csi;

import io.hawser.csi.AllowedEndpoints;
import io.hawser.csi.CapabilitySet;
import io.hawser.csi.ConnectionOptions;
import io.hawser.csi.CsiClient;
import io.hawser.csi.CsiConnection;
import io.hawser.csi.CsiService;
import io.hawser.csi.EndpointChecks;
import io.hawser.csi.PluginIdentity;
import io.hawser.csi.PluginLook;
import io.hawser.message.Truncated;
import io.hawser.plugin.registry.Identity;
import io.hawser.plugin.registry.ProbeResult;
import io.hawser.plugin.wiring.ProbeConfig;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Optional;

/**
 * Asks an instance who it is, what it can do, and whether it is ready. The question changes nothing, so it can be
 * repeated without limit. Each time over a new connection: an answer over an earlier connection may be out of date.
 */
@ApplicationScoped
public class PluginProbe {
    /** One for the endpoint's path, one for identity and capabilities, one for the readiness. */
    public static final int LIMITS = 3;

    private final CsiClient client;
    private final EndpointChecks endpoints;
    private final Duration deadline;

    @Inject
    PluginProbe(CsiClient client, AllowedEndpoints allowed, ProbeConfig config) {
        // The configuration may have changed since the registration, or the path may have become a link.
        this(client, new EndpointChecks(allowed::refusalNow, config.callDeadline()), config.callDeadline());
    }

    PluginProbe(CsiClient client, EndpointChecks endpoints, Duration deadline) {
        this.client = client;
        this.endpoints = endpoints;
        this.deadline = deadline;
    }

    /** Never fails: every error becomes a {@link ProbeResult.Failed}. Ends within {@value #LIMITS} call deadlines. */
    public Uni<ProbeResult> ask(String plugin, String endpoint) {
        return endpoints
                .allowed(plugin, endpoint)
                .chain(checked -> ask(
                        plugin,
                        client.connect(
                                checked,
                                ConnectionOptions.reading(CsiService.CONTROLLER).withIdentityDeadline(deadline))))
                .onFailure(EndpointChecks.RefusedException.class)
                .recoverWithItem(refused -> new ProbeResult.Failed("is not asked: " + refused.getMessage()))
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
        return new Identity(said.vendorVersion(), said.servesController(), can.plugin(), can.controller());
    }
}
