package io.hawser.bench.cost;

/** Everything that was spent until one moment, or between two. */
public record Spent(CpuTimes cpu, StatementCounts statements) {
    public Spent since(Spent earlier) {
        return new Spent(cpu.since(earlier.cpu), statements.since(earlier.statements));
    }
}
