package io.hawser.testkit.layering;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import java.io.File;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * A package is a subject and holds its rules. What touches a table, a topic, a plugin, a file, a socket or a clock lies
 * below it, in a package with one of the names in {@link #SHELLS}: every other package holds rules.
 */
public final class Layering {
    private static final String[] SHELLS = {
        "io.hawser.*..api..",
        "io.hawser.*..csi..",
        "io.hawser.*..db..",
        // The library of this name, too.
        "io.hawser..files..",
        "io.hawser.*..intake..",
        "io.hawser.*..kafka..",
        "io.hawser.*..socket..",
        "io.hawser.*..wiring..",
        "io.hawser.*..work..",
        // A testkit lies among the packages of the service that it is made for.
        "io.hawser.*.testkit.."
    };

    private static final DescribedPredicate<JavaClass> RULES = resideOutsideOfPackages(SHELLS);

    /** A path is a name: {@link java.nio.file.Path} is no file. */
    private static final DescribedPredicate<JavaClass> FILES_AND_SOCKETS = resideInAnyPackage("java.nio.channels..")
            .or(assignableTo(Files.class))
            .or(assignableTo(File.class))
            .or(assignableTo(Socket.class))
            .or(assignableTo(ServerSocket.class));

    @ArchTest
    static final ArchRule rulesKnowNoShell = noClasses().that(RULES).should().dependOnClassesThat(shells());

    @ArchTest
    static final ArchRule rulesKnowNoFramework = noFramework(RULES);

    @ArchTest
    static final ArchRule rulesTouchNoFileAndNoSocket =
            noClasses().that(RULES).should().dependOnClassesThat(FILES_AND_SOCKETS);

    @ArchTest
    static final ArchRule rulesReadNoClockAndDrawNothing = noClock(RULES);

    @ArchTest
    static final ArchRule packagesHaveNoCycles = noCycles();

    /** A row that Hibernate's session writes is written alone, and outside of what the transaction collects. */
    @ArchTest
    static final ArchRule rowsAreWrittenByTheTransaction = noClasses()
            .should()
            .callMethodWhere(target(owner(assignableTo("org.hibernate.reactive.mutiny.Mutiny$StatelessSession")))
                    .and(target(nameMatching("insert.*|update.*|delete.*|upsert.*|createMutationQuery"))))
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("org.hibernate.reactive.mutiny.Mutiny$Session");

    /** A memoized Uni may give its item to a subscriber before it calls onSubscribe of that one (SharedWork). */
    @ArchTest
    static final ArchRule nothingIsMemoized = noClasses()
            .should()
            .callMethodWhere(
                    target(owner(assignableTo("io.smallrye.mutiny.Uni"))).and(target(nameMatching("memoize"))));

    /**
     * In a packaged service, Quarkus replaces each access to a public field of a row by the method that would be its
     * getter or setter: one that decides something would be asked wherever the column is meant.
     */
    @ArchTest
    static final ArchRule columnsAreFields = noMethods()
            .that()
            .areDeclaredInClassesThat()
            .areAnnotatedWith("jakarta.persistence.Entity")
            .should(ArchCondition.from(
                    DescribedPredicate.describe("be the getter or setter of a field", Layering::isAccessor)))
            .allowEmptyShould(true);

    private Layering() {}

    private static boolean isAccessor(JavaMethod method) {
        return method.getOwner().getFields().stream()
                .map(field -> field.getName().substring(0, 1).toUpperCase(Locale.ROOT)
                        + field.getName().substring(1))
                .anyMatch(
                        name -> Set.of("is" + name, "get" + name, "set" + name).contains(method.getName()));
    }

    /** All that holds no rules. */
    public static DescribedPredicate<JavaClass> shells() {
        return resideInAnyPackage(SHELLS);
    }

    /** These classes know Java, messages and each other. */
    public static ArchRule noFramework(DescribedPredicate<JavaClass> classes) {
        return noClasses()
                .that(classes)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.quarkus..",
                        "org.apache.kafka..",
                        "org.hibernate..",
                        "io.grpc..",
                        "io.vertx..",
                        "jakarta..",
                        "io.smallrye..");
    }

    /** Time and chance are given to these classes. */
    public static ArchRule noClock(DescribedPredicate<JavaClass> classes) {
        return noClasses()
                .that(classes)
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(OffsetDateTime.class, "now")
                .orShould()
                .callMethod(ZonedDateTime.class, "now")
                .orShould()
                .callMethod(LocalDateTime.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(UUID.class, "randomUUID")
                .orShould()
                .callMethod(Math.class, "random")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Clock.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(RandomGenerator.class);
    }

    /** A library is below every service. */
    public static ArchRule noService() {
        return noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.hawser.deallocator..", "io.hawser.node..", "io.hawser.plugin..", "io.hawser.volume..");
    }

    /** Each package by itself, those below it too. */
    public static ArchRule noCycles() {
        return slices().matching("io.hawser.(**)").should().beFreeOfCycles();
    }
}
