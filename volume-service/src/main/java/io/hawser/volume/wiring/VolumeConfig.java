package io.hawser.volume.wiring;

import io.hawser.csi.AllowedEndpoints;
import io.hawser.ledger.call.Backoff;
import io.hawser.ledger.catchup.CatchUp;
import io.hawser.volume.lifecycle.Policy;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What an operator may tune in volume-service. Every default is safe in production. */
@ConfigMapping(prefix = "hawser.volume")
public interface VolumeConfig {
    /** How long one call to a controller plugin may take in all. */
    @WithDefault("60s")
    Duration rpcDeadline();

    /**
     * Controller calls of one plugin that each replica may have under way at once; 1 or more. Replicas do not share it:
     * an operator who wants a limit for all divides it by their number.
     */
    @WithDefault("100")
    int callsPerPlugin();

    /** How far the clocks of replicas and database may differ: added before an unsaved call counts as uncertain. */
    @WithDefault("5s")
    Duration clockMargin();

    /**
     * How long a process that ends waits for the calls that it has under way; below what whoever ends it gives it (30 s
     * in Kubernetes).
     */
    @WithDefault("20s")
    Duration drainAtMost();

    /** First pause after a call whose outcome is uncertain. */
    @WithDefault("200ms")
    Duration backoffFloor();

    /** Longest pause after a call whose outcome is uncertain. */
    @WithDefault("5m")
    Duration backoffCeiling();

    /** Pause after a call that the plugin rejected; a change of the plugin ends it. */
    @WithDefault("10m")
    Duration rejectedInterval();

    /**
     * How often what a plugin lists is compared with the records, if it lists volumes; also after a change of the
     * plugin.
     */
    @WithDefault("5m")
    Duration sweepEvery();

    /** Volumes on one page of a listing, at most; 1 or more. */
    @WithDefault("500")
    int sweepPage();

    /** How often it is looked whose agent has fallen silent: for three intervals, which the agent itself names. */
    @WithDefault("5s")
    Duration silenceEvery();

    /** Folder of mounted secrets, {@code PLUGIN/REFERENCE}; none = volumes with secrets wait and say so. */
    Optional<Path> secretsDir();

    /**
     * Endpoints that plugins may be called at, as {@link AllowedEndpoints} reads them; whatever {@code
     * hawser.plugins} says.
     */
    @WithDefault("unix:///var/lib/hawser/plugins")
    List<String> endpoints();

    /** The rules' form of this. */
    default Policy policy() {
        return new Policy(new Backoff(backoffFloor(), backoffCeiling()), rejectedInterval(), CatchUp.LOOK_AGAIN);
    }
}
