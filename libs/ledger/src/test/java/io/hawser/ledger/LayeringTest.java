package io.hawser.ledger;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.util.random.RandomGenerator;

/** The ledger knows Kafka and PostgreSQL, and no domain. */
@AnalyzeClasses(packages = "io.hawser.ledger", importOptions = ImportOption.DoNotIncludeTests.class)
class LayeringTest {
    @ArchTest
    static final ArchRule knowsNoDomain = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.hawser.v1..",
                    "io.hawser.csi..",
                    "io.hawser.volume..",
                    "io.hawser.plugin..",
                    "io.hawser.node..",
                    "io.hawser.deallocator..",
                    "io.grpc..");

    /** Time and chance are given to what decides. */
    @ArchTest
    static final ArchRule decidingKnowsNoFrameworkAndReadsNoClock = noClasses()
            .that()
            .haveNameMatching(
                    "io\\.hawser\\.ledger\\.(call\\.(Backoff|CallToken)|due\\.(PollPacing|DueChange|FailingKeys)|"
                            + "keypartition\\.KeyVerdict|catchup\\.Barrier|fault\\.FaultOrder)(\\$.*)?")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.quarkus..", "org.apache.kafka..", "org.hibernate..", "io.vertx..", "io.smallrye..", "jakarta..")
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class)
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(RandomGenerator.class);
}
