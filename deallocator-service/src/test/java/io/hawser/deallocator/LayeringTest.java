package io.hawser.deallocator;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

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

@AnalyzeClasses(packages = "io.hawser.deallocator", importOptions = ImportOption.DoNotIncludeTests.class)
class LayeringTest {
    @ArchTest
    static final ArchTests layers = ArchTests.in(Layering.class);

    private static final String[] DECIDING = {"io.hawser.deallocator.deletion", "io.hawser.deallocator.inventory"};

    @ArchTest
    static final ArchRule decidingPackagesKnowOnlyJavaAndEachOther = noClasses()
            .that()
            .resideInAnyPackage(DECIDING)
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages(
                    "java..", "org.jspecify..", "io.hawser.deallocator.deletion", "io.hawser.deallocator.inventory");

    @ArchTest
    static void everyFieldOfItsStatesIsWritten(JavaClasses classes) {
        assertThat(WrittenFields.unset(
                        classes,
                        HawserTopic.writtenBy(HawserService.DEALLOCATOR_SERVICE).stream()
                                .filter(HawserTopic::isState)
                                .flatMap(topic -> topic.messages().stream())))
                .isEmpty();
    }
}
