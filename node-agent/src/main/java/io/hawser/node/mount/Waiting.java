package io.hawser.node.mount;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What the work on a volume waits for in the middle of a step.
 *
 * @param forWhat a sentence, with what would end the wait
 */
public record Waiting(String forWhat, Instant since) {
    /** Only longer waits are reported: most end before anybody could read of them. */
    private static final Duration SHOWN_AFTER = Duration.ofSeconds(10);

    /** Waits for what the plugin needs for a call. */
    public static Waiting secrets(Instant since) {
        return new Waiting("waits until its secrets are read", since);
    }

    /** Waits for a free call of the plugin. */
    public static Waiting turn(String plugin, int calls, Instant since) {
        return new Waiting(
                "waits until one of the " + calls + " calls to plugin " + plugin + " that are under way ends", since);
    }

    /** Waits for the agent's own files and folders. */
    public static Waiting disk(Instant since) {
        return new Waiting("waits for the disk that the agent's folder is on", since);
    }

    /** Waits for the plugin's answer. */
    public static Waiting answer(Step.Call call, Instant since) {
        return new Waiting(
                RecordedCall.what(call) + "the plugin has not answered yet; after the deadline the call is uncertain",
                since);
    }

    /** Works on the files, with at most so many volumes of a plugin at a time. */
    public static Waiting files(String group, int volumes, Instant since) {
        return new Waiting(
                "its files are being given to group " + group + ", or wait for their turn (" + volumes
                        + " volumes of a plugin at a time)",
                since);
    }

    /** Empty: the wait is too short to be reported. */
    public Optional<String> message(Instant now) {
        return now.isBefore(since.plus(SHOWN_AFTER)) ? Optional.empty() : Optional.of(forWhat + ", since " + since);
    }
}
