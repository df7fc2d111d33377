package io.hawser.volume;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.due.work.DueLoop;
import io.hawser.testkit.layering.Layering;
import io.hawser.testkit.layering.WrittenFields;
import java.util.function.BooleanSupplier;

@AnalyzeClasses(packages = "io.hawser.volume", importOptions = ImportOption.DoNotIncludeTests.class)
class LayeringTest {
    @ArchTest
    static final ArchTests layers = ArchTests.in(Layering.class);

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

    /**
     * One is read by agents already, and is written when volumes can be expanded: no assignment asks for it yet. On the
     * agents' topics it writes tombstones only.
     */
    @ArchTest
    static void everyFieldOfItsStatesIsWritten(JavaClasses classes) {
        assertThat(WrittenFields.unset(
                        classes,
                        HawserTopic.writtenBy(HawserService.VOLUME_SERVICE).stream()
                                .filter(HawserTopic::isWrittenAgain)
                                .flatMap(topic -> topic.messages().stream())))
                .containsExactly("hawser.v1.Assignment.required_bytes");
    }
}
