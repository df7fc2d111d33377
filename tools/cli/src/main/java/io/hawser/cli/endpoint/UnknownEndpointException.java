package io.hawser.cli.endpoint;

import java.nio.file.Path;

/** Neither the data folder nor the environment has the endpoint. */
public final class UnknownEndpointException extends RuntimeException {
    /** The address is in a data folder that belongs to somebody else. */
    UnknownEndpointException(String name, String variable, Path folder) {
        super("the address of " + name + " is not known: this user cannot look into " + folder
                + ": use the account that started Hawser there, name another folder in HAWSER_HOME, or set "
                + variable);
    }

    UnknownEndpointException(String name, String variable) {
        super("the address of " + name
                + " is not known: start Hawser with `./hawser up`, name its data folder in HAWSER_HOME, or set "
                + variable);
    }
}
