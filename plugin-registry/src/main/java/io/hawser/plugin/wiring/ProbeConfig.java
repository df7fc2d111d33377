package io.hawser.plugin.wiring;

import io.hawser.csi.AllowedEndpoints;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;

/** What an operator may tune about asking plugins. Every default is safe in production. */
@ConfigMapping(prefix = "hawser.probe")
public interface ProbeConfig {
    /** How often a healthy instance is asked; also the most that an unhealthy one waits. */
    @WithDefault("30s")
    Duration every();

    /** The least that an unhealthy instance waits before it is asked again. */
    @WithDefault("1s")
    Duration retryAfter();

    /** How long identity and capabilities may take together; the readiness probe may take as long again. */
    @WithDefault("10s")
    Duration callDeadline();

    /** How often it is looked whose agent has fallen silent: for three intervals, which the agent itself names. */
    @WithDefault("5s")
    Duration silenceEvery();

    /** Instances asked at once by this process. */
    @WithDefault("64")
    int atOnce();

    /** Endpoints that plugins may be registered with, and asked at, as {@link AllowedEndpoints} reads them. */
    @WithDefault("unix:///var/lib/hawser/plugins")
    List<String> endpoints();
}
