package io.hawser.testkit.strict;

/** The service that an RPC belongs to. */
public enum Side {
    IDENTITY,
    CONTROLLER,
    GROUP,
    NODE
}
