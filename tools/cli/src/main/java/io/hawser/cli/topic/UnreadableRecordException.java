package io.hawser.cli.topic;

import io.hawser.bus.envelope.Origin;

/** The last record of a key cannot be read, so it cannot be written again with a change. */
public final class UnreadableRecordException extends RuntimeException {
    UnreadableRecordException(String key, Origin origin) {
        super("nothing is written, because the last record of " + key + ", " + origin
                + ", cannot be read, and deallocator-service may hold what only that record lists: write a record that"
                + " can be read first");
    }
}
