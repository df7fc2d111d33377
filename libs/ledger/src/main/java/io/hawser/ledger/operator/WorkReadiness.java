package io.hawser.ledger.operator;

import io.hawser.ledger.due.DueSignal;
import io.hawser.ledger.due.FailingKind;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.stream.Collectors;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Reports due work that fails repeatedly. Not ready only if nothing of a kind succeeds any more: one bad key does not
 * make the service unready for all others.
 */
@Readiness
@ApplicationScoped
public class WorkReadiness implements HealthCheck {
    private final DueSignal loops;

    public WorkReadiness(DueSignal loops) {
        this.loops = loops;
    }

    @Override
    public HealthCheckResponse call() {
        List<FailingKind> failing = loops.failing();
        return HealthCheckResponse.named("work")
                .status(failing.stream().noneMatch(FailingKind::nothingElse))
                .withData(
                        "waitsFor", failing.stream().map(FailingKind::sentence).collect(Collectors.joining("; ")))
                .build();
    }
}
