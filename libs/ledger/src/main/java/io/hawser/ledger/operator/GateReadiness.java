package io.hawser.ledger.operator;

import io.hawser.ledger.catchup.StartGate;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Not ready while nothing is decided; names the partition or other reason. */
@Readiness
@ApplicationScoped
public class GateReadiness implements HealthCheck {
    private final StartGate gate;

    public GateReadiness(StartGate gate) {
        this.gate = gate;
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("decisions")
                .status(gate.isOpen())
                .withData("waitsFor", gate.waitsFor())
                .build();
    }
}
