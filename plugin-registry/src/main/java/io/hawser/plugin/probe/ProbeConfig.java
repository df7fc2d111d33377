package io.hawser.plugin.probe;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

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

    /** Instances asked at once by this process. */
    @WithDefault("64")
    int atOnce();
}
