package io.hawser.csi;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.smallrye.mutiny.Uni;

/** The client knows CSI and the words of a specification; no Kafka, no database, no service. */
@AnalyzeClasses(packages = "io.hawser.csi", importOptions = ImportOption.DoNotIncludeTests.class)
class LayeringTest {
    @ArchTest
    static final ArchRule knowsNoKafkaNoDatabaseAndNoFramework = noClasses()
            .that()
            .resideInAPackage("io.hawser.csi")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.apache.kafka..",
                    "io.hawser.bus..",
                    "io.hawser.ledger..",
                    "java.sql..",
                    "javax.sql..",
                    "jakarta.persistence..",
                    "org.hibernate..",
                    "io.vertx..",
                    "org.flywaydb..",
                    "io.quarkus..",
                    "jakarta..");

    @ArchTest
    static final ArchRule knowsNoService = noClasses()
            .that()
            .resideInAPackage("io.hawser.csi")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.hawser.volume..", "io.hawser.plugin..", "io.hawser.node..", "io.hawser.deallocator..");

    /** {@link SharedWork} says why. */
    @ArchTest
    static final ArchRule memoizesNothing = noClasses().should().callMethod(Uni.class, "memoize");
}
