package io.hawser.bench;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.hawser.testkit.layering.Layering;

@AnalyzeClasses(packages = "io.hawser.bench", importOptions = ImportOption.DoNotIncludeTests.class)
class LayeringTest {
    @ArchTest
    static final ArchRule packagesHaveNoCycles = Layering.noCycles();
}
