package io.hawser.volume.wiring;

import io.hawser.bus.pace.Backoff;
import io.hawser.csi.AllowedEndpoints;
import io.hawser.volume.lifecycle.Policy;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Settings of volume-service. Every default is safe in production. */
@ConfigMapping(prefix = "hawser.volume")
public interface VolumeConfig {
    /** Time limit of one call to a controller plugin, including its transaction. */
    @WithDefault("60s")
    Duration rpcDeadline();

    /**
     * Controller calls of each kind that each replica may have in flight for one plugin; 1 or more. Replicas do not
     * share the limit: for a total limit, divide it by the number of replicas.
     */
    @WithDefault("100")
    int callsPerPlugin();

    /**
     * How far the clocks of replicas and database may differ: this time passes before an unsaved call counts as
     * uncertain.
     */
    @WithDefault("5s")
    Duration clockMargin();

    /**
     * How long a stopping process waits for its calls; less than the grace period that it is given (60 s in
     * Hawser's manifests).
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
     * How often a plugin's listing is compared with the records, if it lists volumes; also after a change of the
     * plugin.
     */
    @WithDefault("5m")
    Duration sweepEvery();

    /** Maximum number of volumes on one page of a listing; 1 or more. */
    @WithDefault("500")
    int sweepPage();

    /** How often silent agents are looked for: silent for three intervals, which the agent itself names. */
    @WithDefault("5s")
    Duration silenceEvery();

    /** Folder of mounted secrets, {@code PLUGIN/REFERENCE}. Without it, volumes with secrets wait and report that. */
    Optional<Path> secretsDir();

    /**
     * Endpoints where plugins may be called, in the form of {@link AllowedEndpoints}, whatever {@code hawser.plugins}
     * says.
     */
    @WithDefault("unix:///var/lib/hawser/plugins")
    List<String> endpoints();

    /** How soon a removal looks for itself whether the topics have been read; it is woken when they have. */
    Duration BARRIER_POLL = Duration.ofSeconds(2);

    default Policy policy() {
        return new Policy(new Backoff(backoffFloor(), backoffCeiling()), rejectedInterval(), BARRIER_POLL);
    }
}
