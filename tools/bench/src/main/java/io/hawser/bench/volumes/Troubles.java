package io.hawser.bench.volumes;

import io.hawser.bench.machine.BenchMachine;
import io.hawser.bench.machine.RecordWriter;
import io.hawser.cli.topic.TopicFollower;
import java.util.Optional;

/** The reasons for which waiting is useless. */
record Troubles(BenchMachine machine, RecordWriter writer, TopicFollower reader, Outcomes outcomes) {
    Optional<String> first() {
        return outcomes.trouble().or(writer::trouble).or(reader::trouble).or(() -> machine.endedUnasked().stream()
                .findFirst()
                .map(name -> name + " ended though nobody asked it to"));
    }
}
