package io.hawser.embedded.process;

import java.io.IOException;
import java.io.UncheckedIOException;

/** The signals that this library sends, including those that Java itself cannot send. */
public enum Signal {
    INT,
    TERM,
    KILL,
    QUIT,
    STOP,
    CONT;

    /** Sends this signal. A process that is already gone is no error. */
    public void sendTo(long pid) {
        try {
            // The shell's builtin kill: no further package is needed.
            new ProcessBuilder("sh", "-c", "kill -s " + name() + " " + pid + " 2>/dev/null")
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot send " + name() + " to process " + pid, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while sending " + name() + " to process " + pid, e);
        }
    }
}
