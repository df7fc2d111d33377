package io.hawser.node.work;

/** The process was killed here. An Error, so that nothing on the way catches it. */
final class Died extends Error {
    private static final long serialVersionUID = 1L;

    Died() {
        super("killed", null, false, false);
    }
}
