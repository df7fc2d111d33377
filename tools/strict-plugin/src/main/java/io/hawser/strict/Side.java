package io.hawser.strict;

/** The service that an RPC belongs to. */
public enum Side {
    IDENTITY,
    CONTROLLER,
    GROUP,
    NODE
}
