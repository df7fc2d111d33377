package io.hawser.strict.call;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The service that an RPC belongs to. */
public enum Side {
    IDENTITY("Identity"),
    CONTROLLER("Controller"),
    GROUP("GroupController"),
    NODE("Node");

    private final String service;

    Side(String service) {
        this.service = service;
    }

    /** @param fullName for example {@code csi.v1.Node} */
    static Side of(@Nullable String fullName) {
        return Arrays.stream(values())
                .filter(side -> ("csi.v1." + side.service).equals(fullName))
                .findFirst()
                .orElseThrow();
    }
}
