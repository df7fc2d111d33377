package io.hawser.node.mount;

import io.hawser.message.Truncated;
import io.hawser.node.layout.RootLayout;
import io.hawser.v1.AssignmentTarget;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountState;
import io.hawser.v1.MountedTarget;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes a node's report of a volume. It errs to one side only: it lists what may be mounted, and says "nothing left"
 * only if that is certain.
 */
public final class MountReports {
    private static final int NAMED = 5;

    /** Of all targets together: a report with thousands of targets that failed still fits into its topic. */
    private static final int MESSAGE_CHARACTERS = 200_000;

    private MountReports() {}

    /**
     * The report of a volume's name, without its revision. Empty: nothing is here and nothing is ordered.
     *
     * @param views all creations of the name that this node knows
     */
    public static Optional<MountReport> of(String node, RootLayout layout, List<View> views) {
        return views.stream()
                .filter(MountReports::isReported)
                .min(Comparator.<View>comparingInt(view -> rank(view.order()))
                        .thenComparing(view -> -view.have().generation()))
                .map(first -> report(node, layout, first, others(first, views)));
    }

    /** First the creation that is ordered, then those being taken down, then those without an order. */
    private static int rank(Order order) {
        return switch (order) {
            case Order.Have _ -> 0;
            case Order.LetGo _ -> 1;
            case Order.Keep _ -> 2;
        };
    }

    private static String others(View first, List<View> views) {
        List<String> uids = views.stream()
                .filter(view -> !view.equals(first) && !view.have().isEmpty())
                .map(view -> view.have().key().uid())
                .sorted()
                .toList();
        return uids.isEmpty()
                ? ""
                : "mounts of earlier volumes of this name are still here: " + String.join(", ", uids);
    }

    private static MountReport report(String node, RootLayout layout, View view, String others) {
        MountRecord have = view.have();
        boolean orphaned = orphaned(view);
        MountReport.Builder report = MountReport.newBuilder()
                .setNode(node)
                .setVolume(have.key().volume())
                .setUid(have.key().uid())
                .setGeneration(orphaned ? 0 : have.generation())
                .setStaged(have.staging() != Staging.NONE)
                .setNothingLeft(view.order() instanceof Order.LetGo && have.isEmpty())
                .setMessage(join(message(view), others))
                .setOrphaned(orphaned)
                .setExpandedBytes(have.expanded());
        Map<String, MountedTarget> targets = targets(layout, view);
        int share = MESSAGE_CHARACTERS / (targets.size() + 1);
        targets.values()
                .forEach(target ->
                        report.addTargets(target.toBuilder().setMessage(Truncated.of(target.getMessage(), share))));
        return report.build();
    }

    /** The same without the messages of single targets, if there are any: for a topic for which it is too large. */
    public static Optional<MountReport> shorter(MountReport report) {
        if (report.getTargetsList().stream()
                .allMatch(target -> target.getMessage().isEmpty())) {
            return Optional.empty();
        }
        MountReport.Builder shorter = report.toBuilder()
                .setMessage(join(
                        report.getMessage(),
                        "the report of what failed for single targets is too large for its topic; the agent's"
                                + " /v1/mounts has it"));
        shorter.getTargetsBuilderList().forEach(MountedTarget.Builder::clearMessage);
        return Optional.of(shorter.build());
    }

    /** Whether something is here, or is ordered. */
    public static boolean isReported(View view) {
        return !(orphaned(view) && view.have().isEmpty());
    }

    private static boolean orphaned(View view) {
        return view.order() instanceof Order.Keep(var message, boolean orphaned) && orphaned;
    }

    private static Map<String, MountedTarget> targets(RootLayout layout, View view) {
        Map<String, MountedTarget> targets = new LinkedHashMap<>();
        String waits = waiting(view);
        if (view.order() instanceof Order.Have(DesiredState desired)) {
            for (AssignmentTarget wanted : desired.assignment().getTargetsList()) {
                targets.put(wanted.getId(), target(view, wanted.getId(), MountState.MOUNT_STATE_PENDING, waits));
            }
        }
        for (TargetRecord target : view.have().targets()) {
            MountedTarget reported = target(view, target.id(), state(view.order(), target), waits);
            targets.put(
                    target.id(),
                    reported.getState() == MountState.MOUNT_STATE_MOUNTED
                            ? reported.toBuilder()
                                    .setPath(layout.target(view.have().key(), target.id())
                                            .toString())
                                    .build()
                            : reported);
        }
        return targets;
    }

    private static MountedTarget target(View view, String id, MountState state, String waits) {
        return MountedTarget.newBuilder()
                .setId(id)
                .setState(state)
                .setMessage(view.retry().message(id).orElse(state == MountState.MOUNT_STATE_MOUNTED ? "" : waits))
                .build();
    }

    /**
     * A volume has one call at a time, so a target that did not fail itself may wait for those that did. Each such
     * target says so: all of their names in each would make the report too large.
     */
    private static String waiting(View view) {
        List<String> failed = view.retry().failures().keySet().stream()
                .filter(subject -> view.have().target(subject).isPresent() || wants(view.order(), subject))
                .sorted()
                .toList();
        if (!(view.step() instanceof Step.WaitUntil) || failed.isEmpty()) {
            return "";
        }
        String named = failed.stream().limit(NAMED).collect(Collectors.joining(", "));
        return "waits until it is tried again to do what failed: " + named
                + (failed.size() > NAMED ? ", and " + (failed.size() - NAMED) + " more" : "");
    }

    private static boolean wants(Order order, String target) {
        return order instanceof Order.Have(DesiredState desired) && desired.wants(target);
    }

    static MountState state(Order order, TargetRecord target) {
        boolean going = target.state() == TargetState.UNPUBLISHING
                || order instanceof Order.LetGo
                || order instanceof Order.Have(DesiredState desired) && !desired.wants(target.id());
        if (going) {
            return MountState.MOUNT_STATE_UNMOUNTING;
        }
        return target.state() == TargetState.PUBLISHED
                ? MountState.MOUNT_STATE_MOUNTED
                : MountState.MOUNT_STATE_PENDING;
    }

    /** What keeps the volume from being as it is ordered; empty: nothing. */
    public static String message(View view) {
        if (view.order() instanceof Order.Keep(String silence, var orphaned)) {
            return silence;
        }
        String parked = view.step() instanceof Step.Park(String message) ? message : "";
        return Stream.of(
                        parked,
                        view.late(),
                        view.retry().message(RetryState.AGENT).orElse(""),
                        view.retry().message(RetryState.VOLUME).orElse(""),
                        view.retry().message(RetryState.EXPANSION).orElse(""),
                        view.abnormal().isEmpty() ? "" : "the plugin says that it is abnormal: " + view.abnormal())
                .reduce("", MountReports::join);
    }

    private static String join(String first, String second) {
        return first.isEmpty() || second.isEmpty() ? first + second : first + "; " + second;
    }
}
