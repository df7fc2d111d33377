package io.hawser.volume;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/**
 * Few places, short pauses and a short memory: what takes hours in a service as it is shipped. One profile, since each
 * is a start of the service.
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
                "hawser.ledger.commands-kept", "20s",
                "hawser.ledger.forget-every", "200ms");
    }
}
