package io.hawser.strict.backend;

import io.hawser.mounts.MountTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Real mounts: a volume is a directory (or, as a block device, a file) under one folder, and a bind mount shows it at a
 * target. Needs the right to mount. Each mount runs {@code mount} or {@code umount} and takes milliseconds.
 */
public final class BindMounts implements NodeFiles {

    private final Path data;

    /** @param data folder of the volumes' contents; created if missing */
    public BindMounts(Path data) {
        this.data = data;
    }

    @Override
    public void stage(String volumeId, Path staging) throws IOException {
        if (!mounted(staging)) {
            mount(Files.createDirectories(content(volumeId)), staging, false);
        }
    }

    @Override
    public void unstage(String volumeId, Path staging) throws IOException {
        unmount(staging);
    }

    @Override
    public void publish(String volumeId, Path target, boolean readonly, boolean block) throws IOException {
        prepare(target, block);
        if (!mounted(target)) {
            Path content = content(volumeId);
            if (block) {
                content = content.resolveSibling(content.getFileName() + ".block");
                Files.createDirectories(data);
                NodeFiles.createLeaf(content, true);
            } else {
                Files.createDirectories(content);
            }
            mount(content, target, readonly);
        }
    }

    @Override
    public void unpublish(Path target) throws IOException {
        unmount(target);
        Files.deleteIfExists(target);
    }

    /** The plugin makes ids itself, but adopted ones come from its caller: their paths must not leave the folder. */
    private Path content(String volumeId) throws IOException {
        if (!volumeId.matches("[A-Za-z0-9][-_.A-Za-z0-9]*")) {
            throw new IOException("volume id \"" + volumeId + "\" is no safe file name");
        }
        return data.resolve(volumeId);
    }

    private static void mount(Path content, Path target, boolean readonly) throws IOException {
        run("mount", "--bind", content.toString(), target.toString());
        if (readonly) {
            run("mount", "-o", "remount,bind,ro", target.toString());
        }
    }

    private static void unmount(Path target) throws IOException {
        if (mounted(target)) {
            run("umount", target.toString());
        }
    }

    private static boolean mounted(Path target) throws IOException {
        return Files.exists(target) && MountTable.read().at(target.toRealPath()).isPresent();
    }

    private static void run(String... command) throws IOException {
        List<String> words = new ArrayList<>(List.of(command));
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IOException(String.join(" ", words) + ": " + output.trim());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
