package io.hawser.node;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.testkit.layering.Layering;
import io.hawser.testkit.layering.WrittenFields;

/**
 * The agent has threads in the place of a database, and shells of its own: these packages. Every other one holds rules.
 * What works with volumes knows neither Kafka nor Quarkus.
 */
@AnalyzeClasses(packages = "io.hawser.node", importOptions = ImportOption.DoNotIncludeTests.class)
class LayeringTest {
    private static final String[] SHELLS = {
        "io.hawser.node.api..",
        "io.hawser.node.assignment..",
        "io.hawser.node.group..",
        "io.hawser.node.plugin..",
        "io.hawser.node.record..",
        "io.hawser.node.relay..",
        "io.hawser.node.report..",
        "io.hawser.node.runtime..",
        "io.hawser.node.wiring..",
        "io.hawser.node.work..",
        "io.hawser.files.."
    };
    private static final DescribedPredicate<JavaClass> RULES = resideOutsideOfPackages(SHELLS);

    /** Their packages also hold what reads and listens. */
    private static final DescribedPredicate<JavaClass> BOOKS = nameMatching(
                    "io\\.hawser\\.node\\.(assignment\\.AssignmentCache|plugin\\.(PluginBook|PluginStatus))(\\$.*)?")
            .forSubtype();

    @ArchTest
    static final ArchRule rulesKnowNoShell =
            noClasses().that(RULES).should().dependOnClassesThat(resideInAnyPackage(SHELLS));

    @ArchTest
    static final ArchRule rulesKnowNoFramework = Layering.noFramework(RULES);

    @ArchTest
    static final ArchRule rulesReadNoClockAndDrawNothing =
            Layering.noClock(RULES.or(resideInAnyPackage("io.hawser.node.group..")));

    @ArchTest
    static final ArchRule booksKnowNoFramework = Layering.noFramework(BOOKS);

    @ArchTest
    static final ArchRule booksReadNoClockAndDrawNothing = Layering.noClock(BOOKS);

    @ArchTest
    static final ArchRule workKnowsNoFramework = Layering.noFramework(
            resideInAnyPackage("io.hawser.node.work..", "io.hawser.node.record..", "io.hawser.node.group.."));

    @ArchTest
    static final ArchRule packagesHaveNoCycles = Layering.noCycles();

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
