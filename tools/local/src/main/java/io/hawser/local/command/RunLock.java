package io.hawser.local.command;

import io.hawser.embedded.process.ProcessId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/**
 * The lock of the one command that supervises a data folder, or stops everything in it. The kernel releases it when
 * that command ends, however it ends.
 */
final class RunLock implements AutoCloseable {
    /** The second line of a lock file whose holder is a {@code down}. */
    private static final String STOPS = "stops";

    private final FileChannel channel;

    private RunLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes the lock of this file for a command that supervises; empty if another command holds it, or deleted the
     * folder meanwhile.
     */
    static Optional<RunLock> tryTake(Path file) {
        return tryTake(file, "");
    }

    /** The same for a command that stops everything; no other command ends that one. */
    static Optional<RunLock> tryTakeToStop(Path file) {
        return tryTake(file, "\n" + STOPS);
    }

    private static Optional<RunLock> tryTake(Path file, String role) {
        try {
            var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (channel.tryLock() == null) {
                channel.close();
                return Optional.empty();
            }
            if (Files.notExists(file)) {
                // The lock of a deleted file does not exclude the holder of a new one.
                channel.close();
                return Optional.empty();
            }
            String us = ProcessId.running(ProcessHandle.current().pid()).orElseThrow() + role;
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(us.getBytes(StandardCharsets.UTF_8)), 0);
            return Optional.of(new RunLock(channel));
        } catch (NoSuchFileException goneWithItsFolder) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot lock " + file, e);
        }
    }

    /**
     * The holder, if it is a command that supervises. Never call this in the process that holds the lock: closing any
     * channel of a file releases the process's locks on it.
     */
    static Optional<ProcessId> supervisor(Path file) {
        return holder(file, false);
    }

    /** The holder, if it is a command that stops everything; the same restriction applies. */
    static Optional<ProcessId> stopper(Path file) {
        return holder(file, true);
    }

    private static Optional<ProcessId> holder(Path file, boolean stops) {
        try {
            List<String> lines = Files.readAllLines(file);
            return lines.isEmpty() || lines.contains(STOPS) != stops
                    ? Optional.empty()
                    : ProcessId.fromText(lines.getFirst()).filter(ProcessId::alive);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot let go of the run lock", e);
        }
    }
}
