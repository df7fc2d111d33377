package io.hawser.cli.command;

import io.hawser.bus.service.HawserService;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The option of a command that writes a state record, and waits until it is in effect. */
final class Effect {
    private static final String WAITS_BOTH = "--wait and --no-wait exclude each other";

    private static final Duration AT_MOST = Duration.ofSeconds(30);

    @Option(names = "--no-wait", description = "Returns as soon as it is written; it may still be rejected.")
    private boolean noWait;

    boolean isAwaited() {
        return !noWait;
    }

    /** For a command that also waits for more, with {@code --wait} and {@code --timeout}. */
    void check(HawserCommand command, boolean wait) {
        if (!wait) {
            command.noTimeout(HawserCommand.WAITS_NOT);
        } else if (noWait) {
            throw command.wrong(new IllegalArgumentException(WAITS_BOTH));
        }
    }

    /** @param shows the service whose page shows the effect */
    StateWriter writer(Session session, HawserService shows) {
        if (isAwaited()) {
            // An address that is none must fail before anything is written.
            session.endpoints().service(shows);
        }
        return new StateWriter(session, isAwaited());
    }

    Waiting waiting(Session session) {
        return session.waiting(AT_MOST);
    }
}
