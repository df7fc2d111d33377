package io.hawser.strict.call;

/** The service that an RPC belongs to. */
public enum Side {
    IDENTITY,
    CONTROLLER,
    GROUP,
    NODE
}
