package io.hawser.bus.right;

import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;

/**
 * An operation that a service needs and the broker refuses.
 *
 * @param principal as in the ACL table
 * @param name of the topic, the group or the transactional id
 * @param row its name in the table, which omits the installation's prefix
 */
public record MissingRight(String principal, ResourceType type, String name, AclOperation operation, String row) {
    private static final String TABLE = "deploy/kafka/acls.csv";

    static MissingRight of(NeededRights needed, ResourceType type, String name, AclOperation operation) {
        String withoutPrefix = name.substring(needed.names().prefix().length() + 1);
        return new MissingRight(
                "hawser-" + needed.service(),
                type,
                name,
                operation,
                // One row covers all of a service's numbered producers.
                type == ResourceType.TRANSACTIONAL_ID ? withoutPrefix.replaceAll("[0-9]+$", "") : withoutPrefix);
    }

    /** For the operator: what is missing, and which row of the table to apply. */
    public String sentence() {
        return "may not " + (operation == AclOperation.READ ? "read " : "write ") + kind() + " " + name
                + ": apply the row " + principal + ", " + kind() + ", " + row + " of " + TABLE
                + " (deploy/kafka/acls.sh)";
    }

    private String kind() {
        return switch (type) {
            case GROUP -> "group";
            case TRANSACTIONAL_ID -> "transactional-id";
            default -> "topic";
        };
    }
}
