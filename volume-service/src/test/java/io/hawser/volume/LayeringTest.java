package io.hawser.volume;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import org.hibernate.reactive.mutiny.Mutiny;

/** The deciding packages know no framework and read no clock. */
@AnalyzeClasses(packages = "io.hawser.volume", importOptions = ImportOption.DoNotIncludeTests.class)
class LayeringTest {
    private static final String[] DECIDING = {
        "io.hawser.volume.lifecycle..", "io.hawser.volume.claim..", "io.hawser.volume.spec.."
    };

    @ArchTest
    static final ArchRule decidingKnowsNoFramework = noClasses()
            .that()
            .resideInAnyPackage(DECIDING)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.quarkus..",
                    "org.apache.kafka..",
                    "org.hibernate..",
                    "io.grpc..",
                    "io.vertx..",
                    "jakarta..",
                    "io.smallrye..",
                    "io.hawser.volume.store..",
                    "io.hawser.volume.work..");

    @ArchTest
    static final ArchRule decidingReadsNoClock = noClasses()
            .that()
            .resideInAnyPackage(DECIDING)
            .should()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(Clock.class, "instant")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime");

    /** Two sessions that delete rows of one table at once may leave one waiting for ever: LedgerTransaction's {@code remove} says why. */
    @ArchTest
    static final ArchRule rowsAreDeletedByTheTransaction = noClasses()
            .should()
            .callMethod(Mutiny.Session.class, "remove", Object.class)
            .orShould()
            .callMethod(Mutiny.Session.class, "removeAll", Object[].class);
}
