package io.hawser.node;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.testkit.layering.Layering;
import io.hawser.testkit.layering.WrittenFields;

/** The agent has files and threads in the place of a database. */
@AnalyzeClasses(packages = "io.hawser.node", importOptions = ImportOption.DoNotIncludeTests.class)
class LayeringTest {
    @ArchTest
    static final ArchTests layers = ArchTests.in(Layering.class);

    private static final DescribedPredicate<JavaClass> FILES = resideInAnyPackage("io.hawser..files..");

    /** What works with volumes knows neither Kafka nor Quarkus. */
    @ArchTest
    static final ArchRule workKnowsNoFramework =
            Layering.noFramework(FILES.or(resideInAnyPackage("io.hawser.node.work..")));

    /** What reads and writes files is given the time, and is below all else that is no rule. */
    @ArchTest
    static final ArchRule filesReadNoClockAndDrawNothing = Layering.noClock(FILES);

    @ArchTest
    static final ArchRule filesKnowNoOtherShell = noClasses()
            .that(FILES)
            .should()
            .dependOnClassesThat(Layering.shells().and(not(FILES)));

    @ArchTest
    static void everyFieldOfItsStatesIsWritten(JavaClasses classes) {
        assertThat(WrittenFields.unset(
                        classes,
                        HawserTopic.writtenBy(HawserService.NODE_AGENT).stream()
                                .filter(HawserTopic::isState)
                                .flatMap(topic -> topic.messages().stream())))
                .isEmpty();
    }
}
