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
import java.util.Optional;

/**
 * The lock of the one command that supervises a data folder. The kernel releases it when that command ends, however it
 * ends.
 */
final class RunLock implements AutoCloseable {
    private final FileChannel channel;

    private RunLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Takes the lock of this file; empty if another command holds it, or deleted the folder meanwhile. */
    static Optional<RunLock> tryTake(Path file) {
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
            String us = ProcessId.running(ProcessHandle.current().pid())
                    .orElseThrow()
                    .toString();
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
     * The present or last holder. Never call this in the process that holds the lock: closing any channel of a file
     * releases the process's locks on it.
     */
    static Optional<ProcessId> holder(Path file) {
        try {
            return ProcessId.fromText(Files.readString(file)).filter(ProcessId::alive);
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
