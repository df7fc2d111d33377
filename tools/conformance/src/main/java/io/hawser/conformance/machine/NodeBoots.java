package io.hawser.conformance.machine;

import io.hawser.embedded.process.Command;
import io.hawser.local.process.ProcessSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/**
 * Gives each node a boot id of its own: its agent runs in a mount namespace in which a file replaces the kernel's boot
 * id. Mounts of plugins reach that namespace as before.
 */
final class NodeBoots {
    private static final String BOOT_ID = "/proc/sys/kernel/random/boot_id";

    private final Path folder;

    /** @param nodes the folder below which plugins mount; its mounts are shared with the agents from now on */
    NodeBoots(Path folder, Path nodes) {
        this.folder = folder;
        Command.run("mount", "--bind", nodes.toString(), nodes.toString());
        Command.run("mount", "--make-shared", nodes.toString());
    }

    /** The agent, as it runs on that node. */
    ProcessSpec agent(String node, ProcessSpec agent) {
        boot(node);
        return agent.startedBy(List.of(
                "unshare",
                "--mount",
                "--propagation",
                "slave",
                "--",
                "sh",
                "-c",
                "mount --bind \"$0\" " + BOOT_ID + " && exec \"$@\"",
                file(node).toString()));
    }

    /** The node's next agent finds another boot id. */
    void boot(String node) {
        try {
            Files.createDirectories(folder);
            Files.writeString(file(node), UUID.randomUUID() + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the boot id of " + node, e);
        }
    }

    private Path file(String node) {
        return folder.resolve(node);
    }
}
