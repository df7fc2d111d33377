package io.hawser.cli.look;

/** One look at something that is waited for. */
public sealed interface Look<T> {
    /** It is there. */
    record Ready<T>(T value) implements Look<T> {}

    /**
     * It is not there yet.
     *
     * @param message why not, as far as it is known
     */
    record NotYet<T>(String message) implements Look<T> {}
}
