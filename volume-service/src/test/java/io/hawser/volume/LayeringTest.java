package io.hawser.volume;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.hawser.ledger.due.DueLoop;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.hibernate.reactive.mutiny.Mutiny;

/** The deciding packages know no framework and read no clock. */
@AnalyzeClasses(packages = "io.hawser.volume", importOptions = ImportOption.DoNotIncludeTests.class)
class LayeringTest {
    private static final String[] SHELLS = {
        "io.hawser.volume..api..",
        "io.hawser.volume..csi..",
        "io.hawser.volume..db..",
        "io.hawser.volume..intake..",
        "io.hawser.volume..kafka..",
        "io.hawser.volume..wiring..",
        "io.hawser.volume..work..",
        "io.hawser.volume.testkit.."
    };

    private static final DescribedPredicate<JavaClass> DECIDING =
            resideOutsideOfPackages(SHELLS).as("are rules");

    @ArchTest
    static final ArchRule decidingKnowsNoFramework = noClasses()
            .that(DECIDING)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.quarkus..",
                    "org.apache.kafka..",
                    "org.hibernate..",
                    "io.grpc..",
                    "io.vertx..",
                    "jakarta..",
                    "io.smallrye..")
            .orShould()
            .dependOnClassesThat()
            .resideInAnyPackage(SHELLS);

    @ArchTest
    static final ArchRule packagesAreFreeOfCycles =
            slices().matching("io.hawser.volume.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule decidingReadsNoClock = noClasses()
            .that(DECIDING)
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

    /**
     * After a start the table may be older than the topics: {@code StartGate}. {@code NodeWork} notes marks of its own
     * before it judges a silence.
     */
    @ArchTest
    static final ArchRule dueWorkWaitsForTheGate = classes()
            .that(DescribedPredicate.describe(
                    "make a loop over due work", type -> type.getConstructorCallsFromSelf().stream()
                            .anyMatch(call -> call.getTargetOwner().isEquivalentTo(DueLoop.class))))
            .and()
            .doNotHaveSimpleName("NodeWork")
            .should()
            .callMethod(DueLoop.class, "onlyWhile", BooleanSupplier.class);
}
