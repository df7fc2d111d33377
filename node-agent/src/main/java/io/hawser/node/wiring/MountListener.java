package io.hawser.node.wiring;

import io.hawser.node.layout.VolumeKey;
import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.RetryState;
import io.hawser.node.mount.Step;
import io.hawser.node.mount.VolumeStats;
import io.hawser.node.report.ReportedMounts;
import io.hawser.node.report.kafka.NodePublisher;
import io.hawser.node.work.Listener;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountedTarget;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Reports changes of volumes to the topics, the log and the metrics. A failure is reported once, not at each attempt.
 */
final class MountListener implements Listener {
    private static final Logger LOG = Logger.getLogger("io.hawser.node.mounts");

    private final NodePublisher publisher;
    private final ReportedMounts reported;
    private final MeterRegistry metrics;
    private final VolumeGauges volumes;
    private final Consumer<String> changed;
    /** By volume and subject. */
    private final Map<String, Map<String, String>> lastFailures = new ConcurrentHashMap<>();

    /** @param changed gets the name of each volume whose report changed, or was acknowledged */
    MountListener(NodePublisher publisher, ReportedMounts reported, MeterRegistry metrics, Consumer<String> changed) {
        this.publisher = publisher;
        this.reported = reported;
        this.metrics = metrics;
        this.changed = changed;
        this.volumes = new VolumeGauges(metrics);
    }

    @Override
    public void report(MountReport report) {
        reported.reports(report);
        publisher.report(report, () -> {
            reported.acknowledged(report);
            changed.accept(report.getVolume());
        });
        changed.accept(report.getVolume());
        Optional.ofNullable(lastFailures.get(report.getVolume())).ifPresent(failures -> {
            Set<String> targets =
                    report.getTargetsList().stream().map(MountedTarget::getId).collect(Collectors.toSet());
            failures.keySet()
                    .removeIf(subject -> !RetryState.NO_TARGETS.contains(subject) && !targets.contains(subject));
        });
    }

    @Override
    public void gone(String volume) {
        reported.gone(volume);
        publisher.gone(volume);
        changed.accept(volume);
        lastFailures.remove(volume);
    }

    @Override
    public void measured(VolumeKey key, String plugin, Optional<VolumeStats> stats) {
        volumes.measured(key, plugin, stats);
    }

    @Override
    public void remark(String volume, String reason, String message) {
        LOG.warnf("%s volume=%s: %s", reason, volume, message);
        publisher.event("volume/" + volume, reason, message);
    }

    @Override
    public void called(
            String volume, String plugin, Step.Call call, CallOutcome outcome, boolean achieved, String message) {
        String name = call.getClass().getSimpleName();
        metrics.counter(
                        "hawser_mount_steps",
                        "step",
                        name.toLowerCase(Locale.ROOT),
                        "plugin",
                        plugin,
                        "ending",
                        outcome.getClass().getSimpleName().toLowerCase(Locale.ROOT))
                .increment();
        Map<String, String> failures = lastFailures.computeIfAbsent(volume, _ -> new ConcurrentHashMap<>());
        if (achieved) {
            failures.remove(call.subject());
            LOG.infof("%s done volume=%s target=%s plugin=%s", name, volume, call.subject(), plugin);
            switch (call) {
                case Step.Publish(var desired, var target) -> {
                    if (desired.groupFor(target).isEmpty()) {
                        mounted(volume, target.getId());
                    }
                }
                case Step.GiveGroup give -> mounted(volume, give.target());
                case Step.Unpublish unpublish ->
                    publisher.event("volume/" + volume, "Unmounted", "unmounted " + unpublish.subject());
                case Step.Expand expand ->
                    publisher.event(
                            "volume/" + volume, "ExpandedOnNode", "grown on this node to " + expand.bytes() + " bytes");
                case Step.Stage _, Step.Unstage() -> LOG.debugf("staging of %s changed", volume);
            }
        } else if (!message.equals(failures.put(call.subject(), message))) {
            LOG.warnf("%s failed volume=%s target=%s plugin=%s: %s", name, volume, call.subject(), plugin, message);
            publisher.event("volume/" + volume, "MountFailed", message);
        }
    }

    private void mounted(String volume, String target) {
        publisher.event("volume/" + volume, "Mounted", "mounted as " + target);
    }
}
