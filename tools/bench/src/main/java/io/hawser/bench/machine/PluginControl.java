package io.hawser.bench.machine;

import io.hawser.strict.control.ControlClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** Asks a running strict plugin; the answers are JSON as in docs/strict-plugin.md. */
public final class PluginControl {
    private final String process;
    private final Path socket;

    PluginControl(String process, Path socket) {
        this.process = process;
        this.socket = socket;
    }

    /** The verdict on the plugin's callers, if it judges them. */
    public String verdict() {
        return tell("verdict");
    }

    /** The number of calls of each RPC that the plugin got. */
    public String calls() {
        return tell("calls");
    }

    /** @param entry of a fault script, in place of all earlier ones */
    public void misbehave(String entry) {
        tell("faults text " + entry);
    }

    /** No call fails any more. */
    public void behave() {
        tell("faults calm");
    }

    /** It has so many volumes more, whose ids follow from their number; some of them are attached. */
    public void shelve(int volumes, int attached, int nodes) {
        tell("shelve " + volumes + " " + attached + " " + nodes);
    }

    private String tell(String command) {
        try (ControlClient control = ControlClient.connect(socket)) {
            return control.tell(command);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot ask " + process + ": " + command, e);
        }
    }
}
