package io.hawser.bus.right;

import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;

/**
 * One thing that a service must do and may not.
 *
 * @param principal as the table calls it
 * @param name of the topic, the group or the transactional id
 * @param row what stands for it in the table: there, the installation's prefix is left out
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
                // One row is for all of a service's producers, which are numbered.
                type == ResourceType.TRANSACTIONAL_ID ? withoutPrefix.replaceAll("[0-9]+$", "") : withoutPrefix);
    }

    /** For the operator: what is missing, and which row of the table is to be applied. */
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
