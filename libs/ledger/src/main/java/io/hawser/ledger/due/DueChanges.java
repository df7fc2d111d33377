package io.hawser.ledger.due;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the changes of one transaction come to. */
public final class DueChanges {
    private record Id(String kind, String key) implements Comparable<Id> {
        @Override
        public int compareTo(Id other) {
            int byKind = kind.compareTo(other.kind);
            return byKind != 0 ? byKind : key.compareTo(other.key);
        }
    }

    private DueChanges() {}

    /** One change for each key, in key order. */
    public static Collection<DueChange> last(List<DueChange> changes) {
        Map<Id, DueChange> last = new TreeMap<>();
        for (DueChange change : changes) {
            last.merge(new Id(change.kind(), change.key()), change, DueChanges::combine);
        }
        return last.values();
    }

    /** A wake after a computed time keeps the earlier of both; any other change replaces the one before. */
    private static DueChange combine(DueChange before, DueChange after) {
        if (after instanceof DueChange.Wake w && before instanceof DueChange.At a) {
            return new DueChange.At(a.kind(), a.key(), "", a.when().isBefore(w.now()) ? a.when() : w.now());
        }
        if (after instanceof DueChange.Wake w && before instanceof DueChange.Never) {
            return new DueChange.At(w.kind(), w.key(), "", w.now());
        }
        return after;
    }
}
