package io.hawser.bench.volumes;

import io.hawser.bench.report.Phase;

/** What a worker notes of its calls. */
interface CallLog {
    /** Nothing: after a crash it does not know what it has done. */
    CallLog NONE = new CallLog() {
        @Override
        public void intent(Phase phase, String volume, String node) {}

        @Override
        public void outcome(Phase phase, String volume, String result) {}
    };

    /** The call of this phase is about to be made. */
    void intent(Phase phase, String volume, String node);

    /** @param result of the call, which later calls need */
    void outcome(Phase phase, String volume, String result);
}
