package io.hawser.strict;

import io.hawser.strict.call.Capabilities;
import io.hawser.strict.fault.FaultScript;
import io.hawser.strict.knowledge.Limits;
import java.nio.file.Path;
import java.time.Duration;

/** A plugin whose calls end soon, and how soon who calls it rightly gives up and asks again. */
final class RightPace {
    private static final Limits PACE =
            Limits.standard().withGaps(Duration.ofMillis(5), Duration.ofMinutes(5), Duration.ofMillis(5));
    static final Duration DEADLINE = Duration.ofMillis(350);
    /** The plugin sees a shorter one if it notices late that its caller gave up. */
    static final Duration PAUSE = Duration.ofMillis(100);

    private RightPace() {}

    static StrictPluginOptions options(Path folder, Capabilities offered, FaultScript faults) {
        return StrictPluginOptions.at(folder.resolve("csi.sock"))
                .withNodes("n1", "n2")
                .withCapabilities(offered)
                .withFaults(faults)
                .withLimits(PACE);
    }
}
