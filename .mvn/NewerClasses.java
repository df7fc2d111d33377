import static java.lang.classfile.ClassFile.JAVA_17_VERSION;
import static java.lang.classfile.ClassFile.JAVA_6_VERSION;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * java NewerClasses.java JAR...: gives classes of Java 5's format a newer one, in place. The JVM puts no class of the
 * old format into an AOT cache, and verifies it more slowly: of picocli, that was half of a command's time.
 */
final class NewerClasses {
    private static final ClassTransform NEWER = ((ClassTransform) (builder, element) -> builder.with(
                    element instanceof ClassFileVersion ? ClassFileVersion.of(JAVA_17_VERSION, 0) : element))
            // Each method is written anew, because the newer format needs its stack maps.
            .andThen(ClassTransform.transformingMethodBodies((code, instruction) -> code.with(instruction)));

    private NewerClasses() {}

    public static void main(String[] jars) throws IOException {
        for (String jar : jars) {
            rewrite(Path.of(jar));
        }
    }

    private static void rewrite(Path jar) throws IOException {
        Path newer = jar.resolveSibling(jar.getFileName() + ".new");
        int old = 0;
        try (JarFile from = new JarFile(jar.toFile());
                URLClassLoader itself = new URLClassLoader(new URL[] {jar.toUri().toURL()});
                ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(newer))) {
            ClassFile format = ClassFile.of(
                    ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
                    ClassFile.ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(itself)));
            for (JarEntry entry : from.stream().toList()) {
                byte[] content = from.getInputStream(entry).readAllBytes();
                if (entry.getName().endsWith(".class")) {
                    ClassModel model = format.parse(content);
                    if (model.majorVersion() < JAVA_6_VERSION) {
                        content = format.transformClass(model, NEWER);
                        old++;
                    }
                }
                ZipEntry written = new ZipEntry(entry.getName());
                written.setTime(entry.getTime());
                to.putNextEntry(written);
                to.write(content);
                to.closeEntry();
            }
        }
        if (old > 0) {
            Files.move(newer, jar, StandardCopyOption.REPLACE_EXISTING);
        } else {
            Files.delete(newer);
        }
        System.out.println(old + " classes of " + jar.getFileName() + " have a newer format now");
    }
}
