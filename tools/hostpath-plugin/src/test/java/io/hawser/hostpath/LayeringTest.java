package io.hawser.hostpath;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.hawser.testkit.layering.Layering;
import java.nio.file.Files;

/**
 * What decides knows no protocol, touches no file and reads no clock; CSI and gRPC are known only where they are
 * spoken.
 */
@AnalyzeClasses(packages = "io.hawser.hostpath", importOptions = ImportOption.DoNotIncludeTests.class)
class LayeringTest {
    private static final String[] DECIDING = {"io.hawser.hostpath.volume..", "io.hawser.hostpath.node.."};

    @ArchTest
    static final ArchRule decidingPackagesKnowNoFramework = noClasses()
            .that()
            .resideInAnyPackage(DECIDING)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.hawser.csi..", "io.grpc..", "io.netty..", "com.google..", "picocli..");

    @ArchTest
    static final ArchRule decidingPackagesKnowOnlyEachOther = noClasses()
            .that()
            .resideInAnyPackage(DECIDING)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.hawser.hostpath",
                    "io.hawser.hostpath.csi..",
                    "io.hawser.hostpath.libc..",
                    "io.hawser.hostpath.mount..",
                    "io.hawser.mounts..",
                    "io.hawser.files..",
                    "io.hawser.hostpath.store..");

    /** A volume is known before it is used on a node, not the other way round. */
    @ArchTest
    static final ArchRule volumesKnowNoNode = noClasses()
            .that()
            .resideInAPackage("io.hawser.hostpath.volume..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.hawser.hostpath.node..");

    @ArchTest
    static final ArchRule decidingPackagesTouchNoFile = noClasses()
            .that()
            .resideInAnyPackage(DECIDING)
            .should()
            .dependOnClassesThat()
            .areAssignableTo(Files.class);

    @ArchTest
    static final ArchRule packagesHaveNoCycles = Layering.noCycles();

    @ArchTest
    static final ArchRule decidingPackagesReadNoClockAndDrawNoNumbers = Layering.noClock(resideInAnyPackage(DECIDING));

    @ArchTest
    static final ArchRule storeAndMountsKnowNoProtocol = noClasses()
            .that()
            .resideInAnyPackage("io.hawser.hostpath.libc..", "io.hawser.hostpath.mount..", "io.hawser.hostpath.store..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.hawser.csi..", "io.hawser.hostpath.csi..", "io.grpc..", "io.netty..", "com.google.protobuf..");
}
