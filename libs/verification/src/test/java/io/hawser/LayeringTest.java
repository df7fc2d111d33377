package io.hawser;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.hawser.testkit.layering.Layering;

/** The modules that the testkit needs. */
@AnalyzeClasses(
        packages = {"io.hawser.embedded", "io.hawser.strict", "io.hawser.mounts", "io.hawser.testkit"},
        importOptions = ImportOption.DoNotIncludeTests.class)
class LayeringTest {
    @ArchTest
    static final ArchRule packagesHaveNoCycles = Layering.noCycles();
}
