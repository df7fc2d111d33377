package io.hawser.plugin.registry;

import java.util.Map;

/**
 * What the registering side says of an instance.
 *
 * @param node empty if the instance runs on no node
 * @param version for people; empty: not said
 * @param options for people
 */
public record Declared(String node, String endpoint, Role role, String version, Map<String, String> options) {
    public Declared {
        options = Map.copyOf(options);
    }

    public static Declared at(String node, String endpoint) {
        return new Declared(node, endpoint, Role.UNSPECIFIED, "", Map.of());
    }

    /** Whether both describe the same process, so that its answers under the one count under the other. */
    boolean sameProcess(Declared other) {
        return endpoint.equals(other.endpoint) && role == other.role;
    }
}
