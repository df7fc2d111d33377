package io.hawser.volume.node;

/**
 * A boot of a node's machine, with the lowest and highest revision read of it, in any order. An agent numbers its
 * records across restarts and reboots, so the ranges of two boots of one machine never overlap. Those of two machines
 * that run at the same time do.
 */
public record Boot(String id, long first, long last) {
    public Boot {
        if (first > last) {
            throw new IllegalArgumentException("a stretch from " + first + " to " + last);
        }
    }

    Boot with(long revision) {
        return new Boot(id, Math.min(first, revision), Math.max(last, revision));
    }
}
