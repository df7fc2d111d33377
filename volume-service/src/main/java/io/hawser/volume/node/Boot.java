package io.hawser.volume.node;

import java.util.Objects;

/**
 * A boot of a node's machine, and the revisions that were read of it: its first and its last, in whatever order they
 * were read. An agent numbers its records over
 * restarts and reboots, so the stretches of two boots of one machine never overlap; those of two machines that run at
 * once do.
 */
public record Boot(String id, long first, long last) {
    public Boot {
        Objects.requireNonNull(id, "id");
        if (first > last) {
            throw new IllegalArgumentException("a stretch from " + first + " to " + last);
        }
    }

    Boot with(long revision) {
        return new Boot(id, Math.min(first, revision), Math.max(last, revision));
    }
}
