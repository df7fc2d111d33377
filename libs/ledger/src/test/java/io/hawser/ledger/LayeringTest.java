package io.hawser.ledger;

import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.hawser.testkit.layering.Layering;

/** The ledger knows Kafka and PostgreSQL, and no domain. */
@AnalyzeClasses(packages = "io.hawser.ledger", importOptions = ImportOption.DoNotIncludeTests.class)
class LayeringTest {
    /** Time and chance are given to what decides. */
    private static final DescribedPredicate<JavaClass> DECIDING = nameMatching(
                    "io\\.hawser\\.ledger\\.(call\\.CallToken|due\\.(PollPacing|DueChange|FailingKeys)|"
                            + "keypartition\\.KeyVerdict|catchup\\.Barrier|fault\\.FaultOrder)(\\$.*)?")
            .forSubtype();

    @ArchTest
    static final ArchRule knowsNoDomain = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.hawser.v1..", "io.hawser.csi..", "io.grpc..");

    @ArchTest
    static final ArchRule knowsNoService = Layering.noService();

    @ArchTest
    static final ArchRule packagesHaveNoCycles = Layering.noCycles();

    @ArchTest
    static final ArchRule decidingKnowsNoFramework = Layering.noFramework(DECIDING);

    @ArchTest
    static final ArchRule decidingReadsNoClockAndDrawsNothing = Layering.noClock(DECIDING);
}
