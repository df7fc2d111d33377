package io.hawser.local.demo;

/**
 * One step of the play.
 *
 * @param name what is true after the step's success
 */
public record Step(String name, Action action) {

    /** Does something and awaits its effect. */
    @FunctionalInterface
    public interface Action {
        /**
         * @return what was seen, in a few words
         * @throws StepFailedException if the effect did not come
         */
        String run(DemoContext context);
    }
}
