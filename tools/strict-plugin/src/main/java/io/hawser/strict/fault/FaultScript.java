package io.hawser.strict.fault;

import io.hawser.strict.call.Rpc;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Faults, each with a selector of calls. The first entry that selects a call decides. */
public record FaultScript(List<Entry> entries) {

    public record Entry(Selector selector, Fault fault) {}

    public FaultScript {
        entries = List.copyOf(entries);
    }

    public static FaultScript calm() {
        return new FaultScript(List.of());
    }

    public static FaultScript of(Selector selector, Fault fault) {
        return new FaultScript(List.of(new Entry(selector, fault)));
    }

    /** Reads the text form: see {@link FaultText}. */
    public static FaultScript parse(String text) {
        return FaultText.parse(text);
    }

    /** The same script for the same seed: see {@link RandomScript}. */
    public static FaultScript random(long seed) {
        return RandomScript.of(seed);
    }

    /**
     * The fault for a call.
     *
     * @param names the names of the call's volume: id, name, and {@code #N}
     */
    public Optional<Fault> faultFor(Rpc rpc, String node, int attempt, Set<String> names) {
        return entries.stream()
                .filter(entry -> entry.selector().selects(rpc, node, attempt, names))
                .map(Entry::fault)
                .findFirst();
    }

    public static String text(Fault fault) {
        return FaultText.text(fault);
    }

    /** The text form, which {@link #parse} reads. */
    public String toText() {
        return entries.stream().map(FaultText::line).collect(Collectors.joining("\n"));
    }
}
