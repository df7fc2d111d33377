package io.hawser.bench.volumes;

import io.hawser.bench.machine.BenchMachine;
import io.hawser.bench.machine.RecordReader;
import io.hawser.bench.machine.RecordWriter;
import java.util.Optional;

/** Whatever makes waiting vain. */
record Troubles(BenchMachine machine, RecordWriter writer, RecordReader reader, Outcomes outcomes) {
    Optional<String> first() {
        return outcomes.trouble().or(writer::trouble).or(reader::trouble).or(() -> machine.endedUnasked().stream()
                .findFirst()
                .map(name -> name + " ended though nobody asked it to"));
    }
}
