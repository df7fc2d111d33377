package io.hawser.ledger.due;

/** When a loop looks for due keys: one look at a time, and only while fewer than the most batches run. */
public final class LookTurns {
    private final int batches;
    private int running;
    private boolean looking;
    private boolean again;

    public LookTurns(int batches) {
        this.batches = batches;
    }

    /** @return whether a look begins now; otherwise one follows the look or the batch that runs */
    public boolean begin() {
        again = looking || free() <= 0;
        looking |= !again;
        return !again;
    }

    /** How many batches may begin. */
    public int free() {
        return batches - running;
    }

    public void begun(int count) {
        running += count;
    }

    /** @return whether a look waited for this end of a batch */
    public boolean ended() {
        running--;
        return again;
    }

    /**
     * The look ends.
     *
     * @param more it found as many keys as it could take
     * @return whether the next look follows now
     */
    public boolean looked(boolean more) {
        looking = false;
        // Nothing else wakes the rest of a full query: the next batch that ends continues with it.
        again |= more && free() <= 0;
        return (more || again) && free() > 0;
    }
}
