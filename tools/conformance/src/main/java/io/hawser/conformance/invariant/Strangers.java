package io.hawser.conformance.invariant;

import io.hawser.conformance.history.Action;
import io.hawser.conformance.history.History;
import io.hawser.v1.MountReport;
import java.util.Set;
import java.util.stream.Collectors;

/** Agents that falsely claimed to be a node: none of their reports counts for that node. */
final class Strangers {
    private final Set<String> roots;

    private Strangers(Set<String> roots) {
        this.roots = roots;
    }

    static Strangers of(History history) {
        return new Strangers(history.actions().stream()
                .filter(Action.StrangerSpeaks.class::isInstance)
                .map(action -> ((Action.StrangerSpeaks) action).root())
                .collect(Collectors.toSet()));
    }

    boolean said(MountReport report) {
        return roots.contains(report.getAgent().getRoot());
    }
}
