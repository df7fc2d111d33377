package io.hawser.plugin;

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
import org.hibernate.reactive.mutiny.Mutiny;

@AnalyzeClasses(packages = "io.hawser.plugin", importOptions = ImportOption.DoNotIncludeTests.class)
class LayeringTest {
    private static final String[] DECIDING = {"io.hawser.plugin.registry"};

    @ArchTest
    static final ArchRule decidingPackagesKnowOnlyJavaAndEachOther = noClasses()
            .that()
            .resideInAnyPackage(DECIDING)
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages("java..", "io.hawser.plugin.registry");

    @ArchTest
    static final ArchRule decidingPackagesReadNoClockAndDrawNothing = noClasses()
            .that()
            .resideInAnyPackage(DECIDING)
            .should()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(OffsetDateTime.class, "now")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(UUID.class, "randomUUID")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class)
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(RandomGenerator.class);

    /**
     * Two sessions that delete rows of one table at once may leave one waiting for ever: LedgerTransaction's
     * {@code remove} says why.
     */
    @ArchTest
    static final ArchRule rowsAreDeletedByTheTransaction = noClasses()
            .should()
            .callMethod(Mutiny.Session.class, "remove", Object.class)
            .orShould()
            .callMethod(Mutiny.Session.class, "removeAll", Object[].class);
}
