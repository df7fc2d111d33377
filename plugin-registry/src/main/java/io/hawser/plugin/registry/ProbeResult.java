package io.hawser.plugin.registry;

/** The result of asking an instance who it is, what it can do and whether it is ready. */
public sealed interface ProbeResult {
    record Ready(Identity identity) implements ProbeResult {}

    /**
     * The instance said who it is and what it can do, and is not ready.
     *
     * @param message a sentence for people
     */
    record NotReady(Identity identity, String message) implements ProbeResult {}

    /** Another plugin answers. */
    record Misnamed(String name) implements ProbeResult {}

    /** @param message a sentence for people */
    record Failed(String message) implements ProbeResult {}
}
