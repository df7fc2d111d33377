package io.hawser.cli.endpoint;

/** Neither the data folder nor the environment has the endpoint. */
public final class UnknownEndpointException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnknownEndpointException(String name, String variable) {
        super("the address of " + name
                + " is not known: start Hawser with `./hawser up`, name its data folder in HAWSER_HOME, or set "
                + variable);
    }
}
