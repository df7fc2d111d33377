package io.hawser.conformance.invariant;

import io.hawser.conformance.history.History;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All invariants, in the order of the report. None repeats a rule of the strict plugin, which judges each call by the
 * specification when it arrives. Invariants compare calls with what no plugin can know: Hawser's records, rows and
 * settings, and the kernel's mount table.
 */
public final class Invariants {
    private static final List<Invariant> ALL = List.of(
            new NoLostVolume(),
            new NoLeak(),
            new SingleNodeMeansOne(),
            new OneWriterMeansOne(),
            new SettledMeansTrue(),
            new BackoffBounds(),
            new NothingOnSilence(),
            new NoSilentLoss(),
            new NoSilentStandstill(),
            new OneLockOrder(),
            new OnlyDeallocatorDeletes(),
            new NoForgottenPlugin(),
            new PluginsAsTheyAre());

    private Invariants() {}

    /** Judges a run by every invariant. A pure function: the same history gives the same report. */
    public static InvariantReport check(History history) {
        Map<String, Long> checks = new LinkedHashMap<>();
        List<Breach> breaches = new ArrayList<>();
        for (Invariant invariant : ALL) {
            Findings findings = new Findings(invariant.name());
            invariant.check(history, findings);
            checks.put(invariant.name(), findings.checks());
            breaches.addAll(findings.breaches());
        }
        return new InvariantReport(checks, breaches);
    }

    /** The names, in the order of the report. */
    public static List<String> names() {
        return ALL.stream().map(Invariant::name).toList();
    }
}
