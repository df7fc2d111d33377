package io.hawser.hostpath.mount;

import io.hawser.files.libc.ErrnoException;
import io.hawser.hostpath.libc.Libc;
import io.hawser.hostpath.libc.LoopIoctl;
import io.hawser.hostpath.volume.NodeId;
import io.hawser.hostpath.volume.Refusal.Reason;
import io.hawser.hostpath.volume.RefusedException;
import io.hawser.hostpath.volume.VolumeId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * The loop devices of this machine that show volumes. The kernel keeps a name with each device; it tells the volume,
 * the node and whether the device is read-only. So no record is needed, and none can be wrong after a crash or a
 * reboot. Several instances, for several nodes, may use one machine.
 */
public final class LoopDevices {
    private static final Path CONTROL = Path.of("/dev/loop-control");
    private static final Path DEVICES = Path.of("/dev");
    private static final Pattern DEVICE = Pattern.compile("loop[0-9]+");

    /** Another instance's look at a device, or udev's, keeps it for a moment. */
    private static final Duration OTHERS_LOOK = Duration.ofSeconds(2);

    private static final Duration PAUSE = Duration.ofMillis(10);

    /** More than there are processes that look for a device at one time. */
    private static final int ATTEMPTS = 100;

    private static final int EPERM = 1;
    private static final int ENOENT = 2;
    private static final int ENXIO = 6;
    private static final int EACCES = 13;

    private final String node;

    public LoopDevices(NodeId node) {
        CRC32C hash = new CRC32C();
        hash.update(node.text().getBytes(StandardCharsets.UTF_8));
        this.node = "%08x".formatted(hash.getValue());
    }

    /**
     * The device of this kind that this node has of the volume; it is made if there is none. Refuses while there is one
     * that the kernel is about to give up: it might show another volume soon.
     */
    public Path attach(VolumeId id, Path file, boolean readOnly) throws IOException {
        String name = name(id, readOnly);
        List<Path> kept = matching(named(name).and(LoopDevices::isKept));
        if (!kept.isEmpty()) return kept.getFirst();
        List<Path> former = matching(named(name));
        if (!former.isEmpty())
            throw new RefusedException(
                    Reason.ABORTED, "a program still has the volume's former device " + former.getFirst() + " open");
        int data = Libc.open(file, !readOnly);
        try {
            int control = Libc.open(CONTROL, true);
            try {
                return first(() -> {
                    Path device = DEVICES.resolve("loop" + LoopIoctl.free(control));
                    return configure(device, data, name, readOnly) ? Optional.of(device) : Optional.empty();
                });
            } finally {
                Libc.close(control);
            }
        } finally {
            Libc.close(data);
        }
    }

    /** Takes the device that the kernel says is free; empty if another process has it. */
    @FunctionalInterface
    interface Attempt {
        Optional<Path> take() throws IOException;
    }

    /** Another process may be faster, and a program that has a device without a file for itself alone keeps it so. */
    static Path first(Attempt attempt) throws IOException {
        for (int i = 0; i < ATTEMPTS; i++) {
            Optional<Path> device = attempt.take();
            if (device.isPresent()) return device.get();
        }
        throw new RefusedException(
                Reason.ABORTED, "the loop device that the kernel says is free is always in use by other programs");
    }

    private static boolean configure(Path device, int data, String name, boolean readOnly) throws IOException {
        int descriptor = Libc.open(device, true);
        try {
            return LoopIoctl.configure(descriptor, data, name, readOnly);
        } finally {
            Libc.close(descriptor);
        }
    }

    public List<Path> of(VolumeId id) throws IOException {
        return matching(named(prefix(id)));
    }

    /** Whether any node has a device of the volume on this machine. */
    public static boolean anyOf(VolumeId id) throws IOException {
        return !matching(named(id.text() + "@")).isEmpty();
    }

    /** The devices without a file. */
    public static List<Path> unused() throws IOException {
        return matching(info -> info.isEmpty());
    }

    /** Detaches the volume from all its devices of this node. Refuses while a program has one of them open. */
    public void detach(VolumeId id) throws IOException {
        long end = System.nanoTime() + OTHERS_LOOK.toNanos();
        for (List<Path> left = of(id); !left.isEmpty(); left = of(id)) {
            if (System.nanoTime() > end)
                throw new RefusedException(
                        Reason.INTERNAL, "a program has the volume's device " + left.getFirst() + " open");
            for (Path device : left) {
                clear(device, named(prefix(id)));
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private static void clear(Path device, Predicate<Optional<LoopIoctl.Info>> wanted) throws IOException {
        OptionalInt descriptor = open(device);
        if (descriptor.isEmpty()) return;
        try {
            // Since the listing the kernel may have given it up, and another volume may have it.
            if (wanted.test(LoopIoctl.info(descriptor.getAsInt()))) LoopIoctl.clear(descriptor.getAsInt());
        } finally {
            Libc.close(descriptor.getAsInt());
        }
    }

    /** Lets all the volume's devices of this node have the file's present size. */
    public void resize(VolumeId id) throws IOException {
        for (Path device : of(id)) {
            int descriptor = Libc.open(device, false);
            try {
                LoopIoctl.setCapacity(descriptor);
            } finally {
                Libc.close(descriptor);
            }
        }
    }

    private String name(VolumeId id, boolean readOnly) {
        return prefix(id) + (readOnly ? "r" : "w");
    }

    private String prefix(VolumeId id) {
        return id.text() + "@" + node;
    }

    private static Predicate<Optional<LoopIoctl.Info>> named(String prefix) {
        return info -> info.filter(device -> device.name().startsWith(prefix)).isPresent();
    }

    private static boolean isKept(Optional<LoopIoctl.Info> info) {
        return info.filter(device -> !device.givenUp()).isPresent();
    }

    private static List<Path> matching(Predicate<Optional<LoopIoctl.Info>> wanted) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> devices = Files.newDirectoryStream(DEVICES)) {
            for (Path device : devices) {
                if (DEVICE.matcher(device.getFileName().toString()).matches() && wanted.test(infoOf(device)))
                    found.add(device);
            }
        }
        return found;
    }

    private static Optional<LoopIoctl.Info> infoOf(Path device) throws IOException {
        OptionalInt descriptor = open(device);
        if (descriptor.isEmpty()) return Optional.empty();
        try {
            return LoopIoctl.info(descriptor.getAsInt());
        } finally {
            Libc.close(descriptor.getAsInt());
        }
    }

    /** Empty: removed since the listing; or a device that this process may not use, so it made no such device. */
    private static OptionalInt open(Path device) throws IOException {
        try {
            return OptionalInt.of(Libc.open(device, false));
        } catch (ErrnoException e) {
            return switch (e.errno()) {
                case ENXIO, ENOENT, EPERM, EACCES -> OptionalInt.empty();
                default -> throw e;
            };
        }
    }
}
