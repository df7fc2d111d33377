package io.hawser.ledger.due;

/**
 * How often a loop looks: at every poll, but once several looks have found nothing and no commit of this process has changed what is due, only now and then. An
 * idle service should cost its database little. Not thread-safe.
 */
final class Pace {
    /** So many looks in vain make a loop idle. */
    static final int IDLE_AFTER = 5;

    /** An idle one looks at one poll in so many. */
    static final int IDLE_POLLS = 5;

    private int inVain;
    private int passed;

    /** To be asked once at each poll. */
    boolean looksAtThisPoll() {
        passed = inVain < IDLE_AFTER ? 0 : (passed + 1) % IDLE_POLLS;
        return passed == 0;
    }

    /** Something became due, now or later. */
    void woken() {
        inVain = 0;
    }

    void looked(boolean found) {
        inVain = found ? 0 : Math.min(inVain + 1, IDLE_AFTER);
    }
}
