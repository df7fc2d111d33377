package io.hawser.volume;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

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
    private static final DescribedPredicate<JavaClass> DECIDING = resideInAnyPackage(
                    "io.hawser.volume.lifecycle..",
                    "io.hawser.volume.claim..",
                    "io.hawser.volume.spec..",
                    "io.hawser.volume.node")
            .or(nameMatching("io\\.hawser\\.volume\\.(command\\.CommandRules|fence\\.Fence|intake\\.KeyRules|"
                    + "sweep\\.Comparison|orphan\\.OrphanRules|"
                    + "report\\.(Difference|AssignmentReport|TaskReport|VolumeReport))(\\$.*)?"))
            .as("decide");

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
                    "io.smallrye..",
                    "io.hawser.volume.store..",
                    "io.hawser.volume.work..");

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
