package io.hawser.ledger;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

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
}
