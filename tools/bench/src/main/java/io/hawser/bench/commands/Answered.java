package io.hawser.bench.commands;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.v1.CommandResult;
import java.util.BitSet;

/** The numbers of the commands that have an answer. Thread-safe. */
final class Answered {
    private final BitSet all = new BitSet();
    private int accepted;
    private int rejected;

    /** The first answer to each command counts: later results of a command have the same id. */
    synchronized void hear(HawserTopic topic, Decoded record) {
        if (record instanceof Decoded.Known known && known.message() instanceof CommandResult result) {
            int number = number(result.getCommandId());
            if (!all.get(number)) {
                all.set(number);
                accepted += result.hasRejected() ? 0 : 1;
                rejected += result.hasRejected() ? 1 : 0;
            }
        }
    }

    synchronized int count() {
        return all.cardinality();
    }

    synchronized int accepted() {
        return accepted;
    }

    synchronized int rejected() {
        return rejected;
    }

    static String id(int number) {
        return "command-" + number;
    }

    private static int number(String id) {
        return Integer.parseInt(id.substring(id.indexOf('-') + 1));
    }
}
