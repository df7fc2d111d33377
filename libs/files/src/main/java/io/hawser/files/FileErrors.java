package io.hawser.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Objects;

/** Failures in words: for the common ones, the JDK's exceptions say only the file's name. */
public final class FileErrors {
    private FileErrors() {}

    /** What could not be done, and why. */
    public static String sentence(UncheckedIOException failure) {
        IOException cause = Objects.requireNonNull(failure.getCause());
        String what = String.valueOf(failure.getMessage());
        return what.equals(cause.toString()) ? message(cause) : what + ": " + message(cause);
    }

    /** The file and the kernel's words. */
    public static String message(IOException failure) {
        return failure instanceof FileSystemException file && file.getReason() == null
                ? file.getFile() + ": " + words(file)
                : String.valueOf(failure.getMessage());
    }

    private static String words(FileSystemException failure) {
        return switch (failure) {
            case AccessDeniedException denied -> "Permission denied";
            case NoSuchFileException missing -> "No such file or directory";
            case NotDirectoryException other -> "Not a directory";
            case FileAlreadyExistsException there -> "File exists";
            case DirectoryNotEmptyException full -> "Directory not empty";
            default -> failure.getClass().getSimpleName();
        };
    }
}
