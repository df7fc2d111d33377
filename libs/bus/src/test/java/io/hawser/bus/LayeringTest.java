package io.hawser.bus;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.hawser.testkit.layering.Layering;

/** The bus knows Kafka, no database and no domain. */
@AnalyzeClasses(packages = "io.hawser.bus", importOptions = ImportOption.DoNotIncludeTests.class)
class LayeringTest {
    @ArchTest
    static final ArchRule knowsNoDatabaseAndNoFramework = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "java.sql..",
                    "javax.sql..",
                    "jakarta.persistence..",
                    "org.hibernate..",
                    "io.vertx..",
                    "org.flywaydb..",
                    "io.quarkus..",
                    "jakarta..");

    @ArchTest
    static final ArchRule knowsNoDomain =
            noClasses().should().dependOnClassesThat().resideInAnyPackage("io.hawser.v1..", "io.hawser.csi..");

    @ArchTest
    static final ArchRule knowsNoService = Layering.noService();

    @ArchTest
    static final ArchRule packagesHaveNoCycles = Layering.noCycles();
}
