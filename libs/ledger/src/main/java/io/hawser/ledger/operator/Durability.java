package io.hawser.ledger.operator;

import java.util.ArrayList;
import java.util.List;

/**
 * Whether the database keeps what it has confirmed. An intent is stored before its call: if a crash or a failover loses
 * the intent, the call runs without a record.
 *
 * @param synchronousCommit the server's setting for this role
 * @param standbyNames {@code synchronous_standby_names}
 * @param fsync the server's setting
 * @param standbys present replication connections, and physical slots that wait for one
 */
public record Durability(String synchronousCommit, String standbyNames, String fsync, long standbys) {
    /** @param row its components, in their order */
    public static Durability of(Object[] row) {
        return new Durability((String) row[0], (String) row[1], (String) row[2], (Long) row[3]);
    }

    /** One sentence for each fault; empty = none. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (fsync.equals("off")) {
            warnings.add("fsync is off: a crash of the database's machine destroys what was committed");
        }
        if (synchronousCommit.equals("off")) {
            warnings.add(
                    "synchronous_commit is off: a crash of the database takes back what was committed just before");
        }
        if (standbys == 0) {
            return warnings;
        }
        if (standbyNames.isBlank()) {
            warnings.add("the database replicates to " + standbys
                    + " and synchronous_standby_names is empty: a failover takes back what was committed just before");
        } else if (synchronousCommit.equals("local")) {
            warnings.add(
                    "synchronous_commit is local: no commit waits for a standby, and a failover takes back the last");
        }
        return warnings;
    }
}
