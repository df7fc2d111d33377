package io.hawser.files.libc;

import java.io.IOException;

/** A C library call failed with this errno. */
public final class ErrnoException extends IOException {
    private final int errno;

    ErrnoException(int errno, String message) {
        super(message);
        this.errno = errno;
    }

    public int errno() {
        return errno;
    }
}
