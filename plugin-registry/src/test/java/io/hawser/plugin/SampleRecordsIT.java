package io.hawser.plugin;

import io.hawser.ledger.testkit.SampleRecordsContract;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.util.Set;

@QuarkusTest
@TestProfile(SampleRecordsIT.OwnDatabase.class)
@QuarkusTestResource(EmbeddedServices.class)
class SampleRecordsIT extends SampleRecordsContract {
    /** {@link WhenRecordsAreHostileIT} comes after it, by its name. */
    public static final class OwnDatabase implements QuarkusTestProfile {}

    @Override
    protected Set<String> tables() {
        return Set.of("node", "plugin", "instance", "fingerprint", "command");
    }
}
