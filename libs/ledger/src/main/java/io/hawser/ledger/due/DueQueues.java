package io.hawser.ledger.due;

import java.util.List;
import java.util.Map;

/**
 * Queues within one kind of due work, each with so many permits in this process. Rows of a queue are handed out longest
 * due first, as many as there is room for; rows without a queue are always handed out. A full queue delays nobody else.
 */
public interface DueQueues {
    /** No queue is ever full. */
    DueQueues NONE = new DueQueues() {
        @Override
        public int permits() {
            return Integer.MAX_VALUE;
        }

        @Override
        public Map<String, Integer> taken() {
            return Map.of();
        }

        @Override
        public void looked(List<String> queues, boolean all) {}
    };

    /** How many permits each queue has. */
    int permits();

    /** How many of them are taken, where any is. */
    Map<String, Integer> taken();

    /**
     * What a look found.
     *
     * @param queues of the rows that were handed out, one each
     * @param all whether that was everything that there was room for
     */
    void looked(List<String> queues, boolean all);
}
