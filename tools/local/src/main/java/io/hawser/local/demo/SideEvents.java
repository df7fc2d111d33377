package io.hawser.local.demo;

/** What happens beside the steps. */
public interface SideEvents {
    /** Nothing happens. */
    SideEvents NONE = new SideEvents() {
        @Override
        public void stepBegins(int step) {}

        @Override
        public void stepEnds(int step) {}

        @Override
        public String stepsEnd() {
            return "";
        }
    };

    void stepBegins(int step);

    /** Returns when everything planned for this step has happened. */
    void stepEnds(int step);

    /**
     * Returns when everything runs again.
     *
     * @return what happened, in a few words; empty if nothing did
     * @throws StepFailedException if something does not run again
     */
    String stepsEnd();
}
