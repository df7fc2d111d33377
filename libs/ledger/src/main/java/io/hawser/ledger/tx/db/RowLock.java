package io.hawser.ledger.tx.db;

/** How rows are locked until the transaction ends. */
public enum RowLock {
    /** Not at all: another lock guards them. */
    NONE(""),
    /** Against changes. */
    SHARE(" for share"),
    /** Against changes and other locks. */
    UPDATE(" for no key update"),
    /** The same; rows that another transaction has locked are left out. */
    UPDATE_SKIP_LOCKED(" for no key update skip locked");

    private final String clause;

    RowLock(String clause) {
        this.clause = clause;
    }

    /** The end of a SELECT. */
    public String clause() {
        return clause;
    }
}
