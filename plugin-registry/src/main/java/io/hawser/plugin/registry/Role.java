package io.hawser.plugin.registry;

/** What an instance is registered for. */
public enum Role {
    /** For what it offers. */
    UNSPECIFIED,
    CONTROLLER,
    NODE,
    BOTH;

    /** Whether an instance without controller service is at fault. */
    boolean needsController() {
        return this == CONTROLLER || this == BOTH;
    }

    boolean mayServeController() {
        return this != NODE;
    }
}
