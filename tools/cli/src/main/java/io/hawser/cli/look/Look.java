package io.hawser.cli.look;

/** One look at something that is awaited. */
public sealed interface Look<T> {
    /** The awaited value is there. */
    record Ready<T>(T value) implements Look<T> {}

    /**
     * The awaited value is not there yet.
     *
     * @param message why not, as far as it is known
     */
    record NotYet<T>(String message) implements Look<T> {}
}
