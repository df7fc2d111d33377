package io.hawser.cli.look;

import io.hawser.cli.rest.ServiceUnreachableException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
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

    /**
     * Repeats a look until it finds the value. A service that does not answer is no failure: it may be starting.
     *
     * @param notYet gets why not, after every look that finds nothing; it throws when the time is over
     */
    static <T> T await(Supplier<Look<T>> look, Duration pause, Consumer<String> notYet) {
        while (true) {
            switch (patient(look)) {
                case Ready<T>(T value) -> {
                    return value;
                }
                case NotYet<T>(String message) -> {
                    notYet.accept(message);
                    LockSupport.parkNanos(pause.toNanos());
                }
            }
        }
    }

    /** One look; a service that does not answer shows nothing yet. */
    static <T> Look<T> patient(Supplier<Look<T>> look) {
        try {
            return look.get();
        } catch (ServiceUnreachableException e) {
            return new NotYet<>(String.valueOf(e.getMessage()));
        }
    }
}
