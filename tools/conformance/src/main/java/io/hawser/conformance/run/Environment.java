package io.hawser.conformance.run;

import io.hawser.conformance.scenario.Plan;

/** Where plans are played, one after another or several concurrently, until one leaves something behind. */
interface Environment {
    /** Plays the plan; several threads may call this. */
    Run.Outcome play(Plan plan);

    /** Forgets the observations of earlier plays, which do not concern the next one. */
    void forget();

    /**
     * Returns when no table and no node has anything left of a play.
     *
     * @throws PlayFailedException naming what is left
     */
    void awaitEmpty();

    /** @param keep whether the machine's folder stays for inspection */
    void close(boolean keep);
}
