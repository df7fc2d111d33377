package io.hawser.ledger;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.hawser.testkit.layering.Layering;

/** The ledger knows Kafka and PostgreSQL, and no domain. */
@AnalyzeClasses(packages = "io.hawser.ledger", importOptions = ImportOption.DoNotIncludeTests.class)
class LayeringTest {
    @ArchTest
    static final ArchTests layers = ArchTests.in(Layering.class);

    @ArchTest
    static final ArchRule knowsNoDomain = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.hawser.v1..", "io.hawser.csi..", "io.grpc..");

    @ArchTest
    static final ArchRule knowsNoService = Layering.noService();
}
