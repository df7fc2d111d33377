package io.hawser.volume;

import io.hawser.ledger.testkit.SampleRecordsContract;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.Set;

/**
 * On the database of {@link CertificatesIT}, which writes no record, and before {@link WhenRecordsAreHostileIT}, by its
 * name: each profile is a start of the service.
 */
@QuarkusTest
@TestProfile(CertificatesIT.Certified.class)
@QuarkusTestResource(EmbeddedServices.class)
class SampleRecordsIT extends SampleRecordsContract {
    @Override
    protected Set<String> tables() {
        return Set.of(
                "node",
                "plugin",
                "node_plugin",
                "task",
                "volume",
                "publication",
                "claim",
                "command",
                "deferred_command",
                "orphaned_mount",
                "speaker",
                "ledger_heard");
    }
}
