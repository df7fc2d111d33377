package io.hawser.rest;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.hawser", importOptions = ImportOption.DoNotIncludeTests.class)
class LayeringTest {
    @ArchTest
    static final ArchRule knowsHttpAndJsonOnly = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "org.jspecify..",
                    "io.hawser.rest..",
                    "jakarta.ws.rs..",
                    "com.fasterxml.jackson..",
                    // Schemas are read off messages and off what resources return.
                    "com.google.protobuf..",
                    "io.smallrye.mutiny..",
                    // The index asks the container which resources there are.
                    "io.quarkus.arc..",
                    "jakarta.enterprise..",
                    "jakarta.inject..",
                    "io.micrometer.core..",
                    "org.eclipse.microprofile.config..",
                    "org.jboss.logging..",
                    "org.jboss.resteasy.reactive..");
}
