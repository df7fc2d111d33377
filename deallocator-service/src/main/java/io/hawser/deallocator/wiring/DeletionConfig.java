package io.hawser.deallocator.wiring;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Times of deletions. */
@ConfigMapping(prefix = "hawser.deletion")
public interface DeletionConfig {
    /** How often a deallocation is written again until it has had its effect. */
    @WithDefault("1h")
    Duration writeAgainEvery();

    /** How often people's decisions about dead letters are looked for while a task's record is unreadable. */
    @WithDefault("5s")
    Duration discardsEvery();

    /** How often the pending deletions are counted for the metrics. */
    @WithDefault("15s")
    Duration countEvery();
}
