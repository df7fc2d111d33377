package io.hawser.embedded.postgres;

import io.hawser.embedded.process.CacheFolder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.apache.kafka.common.utils.Utils;

/** PostgreSQL's programs, unpacked once for each user and version into the {@link CacheFolder}. */
final class PostgresBinaries {
    private final Path folder;

    private PostgresBinaries(Path folder) {
        this.folder = folder;
    }

    /** The programs of this machine's architecture. */
    static PostgresBinaries unpacked() {
        return unpackedBelow(CacheFolder.path());
    }

    static PostgresBinaries unpackedBelow(Path cache) {
        String resource = "postgres-linux-" + architecture(System.getProperty("os.arch")) + ".txz";
        URL archive = PostgresBinaries.class.getClassLoader().getResource(resource);
        if (archive == null) {
            throw new IllegalStateException(
                    "no PostgreSQL programs for " + System.getProperty("os.arch") + " on the class path: " + resource);
        }
        try {
            Path folder = cache.resolve(versionOf(archive));
            if (!Files.isDirectory(folder)) {
                unpack(archive, folder);
            }
            return new PostgresBinaries(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot unpack PostgreSQL's programs below " + cache, e);
        }
    }

    Path program(String name) {
        return folder.resolve("bin").resolve(name);
    }

    static String architecture(String osArch) {
        return switch (osArch) {
            case "amd64", "x86_64" -> "x86_64";
            case "aarch64", "arm64" -> "arm_64";
            default -> osArch;
        };
    }

    /** The archive's jar names the version; the archive's content does not. */
    private static String versionOf(URL archive) throws IOException {
        if (archive.openConnection() instanceof JarURLConnection jar) {
            String name = Path.of(jar.getJarFileURL().getPath()).getFileName().toString();
            return name.replaceFirst("\\.jar$", "");
        }
        throw new IOException("not inside a jar: " + archive);
    }

    private static void unpack(URL archive, Path folder) throws IOException {
        Files.createDirectories(folder.getParent());
        Path unfinished = Files.createTempDirectory(folder.getParent(), "unfinished-");
        try {
            unpackInto(archive, unfinished);
            Files.setPosixFilePermissions(unfinished, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.move(unfinished, folder);
        } catch (AtomicMoveNotSupportedException e) {
            throw e;
        } catch (FileSystemException e) {
            // Another process unpacked the same version meanwhile; its folder is just as good.
            if (!Files.isDirectory(folder)) {
                throw e;
            }
        } finally {
            Utils.delete(unfinished.toFile());
        }
    }

    private static void unpackInto(URL archive, Path target) throws IOException {
        try (InputStream raw = archive.openStream();
                var tar = new TarArchiveInputStream(new XZCompressorInputStream(raw))) {
            TarArchiveEntry entry;
            while ((entry = tar.getNextEntry()) != null) {
                Path path = target.resolve(entry.getName()).normalize();
                if (!path.startsWith(target)) {
                    throw new IOException("entry leaves the folder: " + entry.getName());
                }
                unpackEntry(tar, entry, path);
            }
        }
    }

    private static void unpackEntry(TarArchiveInputStream tar, TarArchiveEntry entry, Path path) throws IOException {
        if (entry.isDirectory()) {
            Files.createDirectories(path);
            return;
        }
        Files.createDirectories(path.getParent());
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
        } else {
            Files.copy(tar, path);
            boolean executable = (entry.getMode() & 0100) != 0;
            Files.setPosixFilePermissions(
                    path, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
        }
    }
}
