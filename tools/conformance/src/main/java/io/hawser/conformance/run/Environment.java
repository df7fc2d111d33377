package io.hawser.conformance.run;

import io.hawser.conformance.scenario.Plan;

/** Where plays are given, one after another or several at once, until one leaves something behind. */
interface Environment {
    /** Plays it; may be asked for from several threads. */
    Run.Outcome play(Plan plan);

    /** What earlier plays left to be seen is none of the next one's. */
    void forget();

    /**
     * Returns when nothing of a play is left in any table or on any node.
     *
     * @throws PlayFailedException naming what is left
     */
    void awaitEmpty();

    /** @param keep whether its folder stays for a look */
    void close(boolean keep);
}
