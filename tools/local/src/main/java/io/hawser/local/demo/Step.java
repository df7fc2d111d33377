package io.hawser.local.demo;

/**
 * One step of the play.
 *
 * @param name what is true when it has succeeded
 */
public record Step(String name, Action action) {

    /** Does something and awaits what shall follow from it. */
    @FunctionalInterface
    public interface Action {
        /**
         * @return what was seen, in a few words
         * @throws PlayFailedException where what shall follow did not
         */
        String play(Stage stage);
    }
}
