package io.hawser.plugin.wiring;

import io.hawser.csi.AllowedEndpoints;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;

/** Settings for asking plugins. Every default is safe in production. */
@ConfigMapping(prefix = "hawser.probe")
public interface ProbeConfig {
    /** How often a healthy instance is asked; also the longest pause for an unhealthy one. */
    @WithDefault("30s")
    Duration every();

    /** The shortest pause before an unhealthy instance is asked again. */
    @WithDefault("1s")
    Duration retryAfter();

    /**
     * The time limit for identity and capabilities together. The readiness probe has the same limit again, and so has
     * the check of the endpoint's path before them.
     */
    @WithDefault("10s")
    Duration callDeadline();

    /**
     * How often the service looks for silent agents. An agent is silent after three of the intervals that it names
     * itself.
     */
    @WithDefault("5s")
    Duration silenceEvery();

    /** Number of instances that this process asks concurrently. */
    @WithDefault("64")
    int atOnce();

    /** The endpoints that plugins may be registered with and asked at, in the form of {@link AllowedEndpoints}. */
    @WithDefault("unix:///var/lib/hawser/plugins")
    List<String> endpoints();
}
