package io.hawser.node.mounttable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What the kernel knows about mounts. */
public interface Kernel {
    MountTable mounts();

    /** Another value after each boot. */
    String bootId();

    /** Whether the path is a mount point, and whether anything at all is there. */
    default Sighting look(Path path) {
        return new Sighting(mounts().at(path).map(MountEntry::what), Files.exists(path, LinkOption.NOFOLLOW_LINKS));
    }

    /** The kernel of this machine, as this process sees it. */
    static Kernel ofThisMachine() {
        return new Kernel() {
            @Override
            public MountTable mounts() {
                try (Stream<String> lines = Files.lines(Path.of("/proc/self/mountinfo"), StandardCharsets.ISO_8859_1)) {
                    return MountTable.parse(lines);
                } catch (IOException e) {
                    throw new UncheckedIOException("the kernel's mount table cannot be read", e);
                }
            }

            @Override
            public String bootId() {
                try {
                    return Files.readString(Path.of("/proc/sys/kernel/random/boot_id"))
                            .trim();
                } catch (IOException e) {
                    throw new UncheckedIOException("the kernel's boot id cannot be read", e);
                }
            }
        };
    }
}
