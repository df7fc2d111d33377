package io.hawser.bench.cost;

import java.util.Locale;
import java.util.regex.Pattern;

/** What volume-service sends a statement for, recognised by the statement's text. */
public enum StatementKind {
    /** Begins or ends a transaction, and is not counted as a statement. */
    CONTROL,
    /** Applies records and decides, in a transaction with others. */
    DECISIONS,
    /** Takes records out of the outbox after their commit; a transaction of its own. */
    RELAY,
    /** Looks for due work and leases it; a transaction of its own. */
    DUE;

    private static final Pattern BEGIN_OR_END =
            Pattern.compile("(begin|start transaction|commit|end|rollback|savepoint|release)\\b.*", Pattern.DOTALL);
    private static final Pattern WRITES_OUTBOX = Pattern.compile("insert\\s+into\\s+ledger_outbox");
    private static final Pattern LOOKS_FOR_DUE = Pattern.compile("\\bdue\\s*<=");
    private static final Pattern CHANGES_DUE = Pattern.compile("(insert\\s+into|update|delete\\s+from)\\s+ledger_due");
    private static final Pattern LEASES_DUE = Pattern.compile("update\\s+ledger_due\\s+d\\s+set\\s+leased");

    static StatementKind of(String query) {
        String text = query.strip().toLowerCase(Locale.ROOT);
        if (BEGIN_OR_END.matcher(text).matches()) {
            return CONTROL;
        }
        boolean relay = text.contains("ledger_outbox") || text.contains("ledger_shard");
        if (relay && !WRITES_OUTBOX.matcher(text).find()) {
            return RELAY;
        }
        boolean leases = LEASES_DUE.matcher(text).find();
        boolean looks = text.contains("ledger_due")
                && LOOKS_FOR_DUE.matcher(text).find()
                && !CHANGES_DUE.matcher(text).find();
        return leases || looks ? DUE : DECISIONS;
    }

    /** The name in the report. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
