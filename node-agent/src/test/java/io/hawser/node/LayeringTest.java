package io.hawser.node;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** What decides knows no framework and reads no clock; what works with volumes knows neither Kafka nor Quarkus. */
@AnalyzeClasses(packages = "io.hawser.node", importOptions = ImportOption.DoNotIncludeTests.class)
class LayeringTest {
    private static final String[] FRAMEWORKS = {
        "io.quarkus..", "org.apache.kafka..", "org.hibernate..", "io.grpc..", "io.vertx..", "io.smallrye..", "jakarta.."
    };
    private static final String[] DECIDING = {
        "io.hawser.node.layout..", "io.hawser.node.mount..", "io.hawser.node.mounttable.."
    };

    @ArchTest
    static final ArchRule decidingPackagesKnowNoFramework = noClasses()
            .that()
            .resideInAnyPackage(DECIDING)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(FRAMEWORKS);

    @ArchTest
    static final ArchRule decidingPackagesKnowOnlyEachOther = noClasses()
            .that()
            .resideInAnyPackage(DECIDING)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.hawser.files..",
                    "io.hawser.node.work..",
                    "io.hawser.node.record..",
                    "io.hawser.node.assignment..",
                    "io.hawser.node.plugin..",
                    "io.hawser.node.report..",
                    "io.hawser.node.wiring..",
                    "io.hawser.node.api..");

    @ArchTest
    static final ArchRule decidingPackagesReadNoClockAndDrawNoNumbers = noClasses()
            .that()
            .resideInAnyPackage(DECIDING)
            .should()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(OffsetDateTime.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(UUID.class, "randomUUID")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class)
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(RandomGenerator.class);

    /** Their packages also hold what reads and listens. */
    @ArchTest
    static final ArchRule booksKnowNoFrameworkAndReadNoClock = noClasses()
            .that()
            .haveNameMatching(
                    "io\\.hawser\\.node\\.(assignment\\.AssignmentCache|plugin\\.(PluginBook|PluginStatus))(\\$.*)?")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(FRAMEWORKS)
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class);

    @ArchTest
    static final ArchRule workKnowsNoFramework = noClasses()
            .that()
            .resideInAnyPackage("io.hawser.node.work..", "io.hawser.node.record..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(FRAMEWORKS);
}
