package io.hawser.ledger.operator.api;

import io.hawser.bus.right.NeededRights;
import io.hawser.bus.right.RightsWatch;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;
import org.jboss.logging.Logger;

/**
 * Not ready while the broker refuses what this service must do. Names the topic, group or transactional id, the refused
 * operation, and the row of the ACL table that allows it.
 */
@Readiness
@ApplicationScoped
public class RightsReadiness implements HealthCheck {
    private static final Logger LOG = Logger.getLogger(RightsReadiness.class);

    private final RightsWatch rights;

    public RightsReadiness(NeededRights needed, @Identifier("default-kafka-broker") Map<String, Object> kafka) {
        this.rights = new RightsWatch(kafka, needed, RightsReadiness::say);
    }

    void start(@Observes StartupEvent event) {
        rights.start();
    }

    void stop(@Observes ShutdownEvent event) {
        rights.close();
    }

    private static void say(List<String> missing) {
        missing.forEach(LOG::error);
        if (missing.isEmpty()) {
            LOG.info("the broker allows all that is needed again");
        }
    }

    @Override
    public HealthCheckResponse call() {
        List<String> missing = rights.missing();
        return HealthCheckResponse.named("rights")
                .status(missing.isEmpty())
                .withData("waitsFor", String.join("; ", missing))
                .build();
    }
}
