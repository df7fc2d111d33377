package io.hawser.ledger.operator;

import io.hawser.ledger.outbox.OutboxRelays;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Not ready while this process cannot send waiting records, for example because a topic or a right is missing: nobody
 * learns its decisions. A replica with idle relays stays ready.
 */
@Readiness
@ApplicationScoped
public class OutboxReadiness implements HealthCheck {
    private final OutboxRelays relays;

    public OutboxReadiness(OutboxRelays relays) {
        this.relays = relays;
    }

    @Override
    public HealthCheckResponse call() {
        List<String> failing = relays.failing();
        return HealthCheckResponse.named("outbox")
                .status(failing.isEmpty())
                .withData("waitsFor", String.join("; ", failing))
                .build();
    }
}
