package io.hawser.ledger.listing;

import java.util.List;

/** The keys of a page, and whether more follow. A page ends with the row that exceeds {@value #BYTES} bytes. */
public record Keys(List<String> keys, boolean more) {
    public static final long BYTES = 4L * 1024 * 1024;

    /** @param rows key and bytes; one row more than requested, if there are so many */
    public static Keys of(List<Object[]> rows, int limit) {
        int shown = 0;
        for (long bytes = 0; shown < Math.min(limit, rows.size()) && bytes < BYTES; shown++) {
            bytes += ((Number) rows.get(shown)[1]).longValue();
        }
        return new Keys(
                rows.subList(0, shown).stream().map(row -> (String) row[0]).toList(), shown < rows.size());
    }
}
