package io.hawser.volume;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/**
 * Few places and short pauses: what takes hours in a service as it is shipped. One profile, since each is a start of
 * the service. Commands are kept as long as shipped: a slow machine would forget one before a test asks for its answer.
 */
public final class SmallNumbers implements QuarkusTestProfile {
    static final int CALLS_PER_PLUGIN = 3;

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "hawser.volume.calls-per-plugin", Integer.toString(CALLS_PER_PLUGIN),
                "hawser.volume.sweep-every", "500ms",
                "hawser.volume.sweep-page", "2",
                "hawser.volume.rpc-deadline", "2s",
                "hawser.volume.rejected-interval", "1500ms",
                "hawser.ledger.forget-every", "200ms");
    }
}
