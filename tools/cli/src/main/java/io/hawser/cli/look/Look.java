package io.hawser.cli.look;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

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

    /** @param message why there is no value, if there is none */
    static <T> Look<T> of(Optional<? extends T> value, Supplier<String> message) {
        return value.<Look<T>>map(Ready::new).orElseGet(() -> new NotYet<>(message.get()));
    }

    /** @param message why not, if it is not so */
    static Look<Boolean> of(boolean ready, Supplier<String> message) {
        return ready ? new Ready<>(true) : new NotYet<>(message.get());
    }

    /** @param message what is left, if something is */
    static <T> Look<Boolean> gone(Optional<T> left, Function<? super T, String> message) {
        return left.<Look<Boolean>>map(one -> new NotYet<>(message.apply(one))).orElseGet(() -> new Ready<>(true));
    }
}
