package io.hawser.mounts;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Parses only the lines that the read before did not have. A table of thousands of mounts is read several times for
 * each call of a plugin, and hardly any line changes.
 */
final class KnownLines {
    private volatile Map<String, Optional<MountEntry>> known = Map.of();

    /** Any threads may parse at the same time. */
    MountTable parse(Stream<String> lines) {
        Map<String, Optional<MountEntry>> before = known;
        Map<String, Optional<MountEntry>> now = new HashMap<>(before.size() * 2);
        List<MountEntry> entries = new ArrayList<>(before.size());
        lines.forEach(line -> {
            Optional<MountEntry> entry = Objects.requireNonNullElseGet(before.get(line), () -> MountTable.entry(line));
            now.put(line, entry);
            entry.ifPresent(entries::add);
        });
        known = now;
        return new MountTable(entries);
    }
}
