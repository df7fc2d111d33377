package io.hawser.ledger.due;

import java.util.List;
import java.util.Map;

/**
 * Queues within one kind of due work, each with a number of permits in this process. Rows of a queue are worked on as
 * permits are free, longest due first; rows without a queue always are. A full queue delays no other row.
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

    /** The permits of each queue. */
    int permits();

    /** The permits taken, by queue; queues without any are absent. */
    Map<String, Integer> taken();

    /**
     * What a query found.
     *
     * @param queues the queue of each row found
     * @param all whether there were no more rows with a free permit
     */
    void looked(List<String> queues, boolean all);
}
