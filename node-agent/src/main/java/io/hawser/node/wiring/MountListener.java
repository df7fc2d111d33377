package io.hawser.node.wiring;

import io.hawser.node.mount.CallEnding;
import io.hawser.node.mount.Step;
import io.hawser.node.report.NodeVoice;
import io.hawser.node.work.Listener;
import io.hawser.v1.MountReport;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/**
 * Tells the topics, the log and the metrics what became of the volumes. A failure is told once, not at each attempt.
 */
final class MountListener implements Listener {
    private static final Logger LOG = Logger.getLogger("io.hawser.node.mounts");

    private final NodeVoice voice;
    private final MeterRegistry metrics;
    private final Map<String, String> lastFailure = new ConcurrentHashMap<>();

    MountListener(NodeVoice voice, MeterRegistry metrics) {
        this.voice = voice;
        this.metrics = metrics;
    }

    @Override
    public void report(MountReport report) {
        voice.report(report);
    }

    @Override
    public void gone(String volume) {
        voice.gone(volume);
        lastFailure.keySet().removeIf(subject -> subject.startsWith(volume + "/"));
    }

    @Override
    public void remark(String volume, String reason, String message) {
        LOG.warnf("%s volume=%s: %s", reason, volume, message);
        voice.event("volume/" + volume, reason, message);
    }

    @Override
    public void called(String volume, String plugin, Step.Call call, CallEnding ending, boolean achieved, String why) {
        String name = call.getClass().getSimpleName();
        metrics.counter(
                        "hawser_mount_steps",
                        "step",
                        name.toLowerCase(java.util.Locale.ROOT),
                        "plugin",
                        plugin,
                        "ending",
                        ending.getClass().getSimpleName().toLowerCase(java.util.Locale.ROOT))
                .increment();
        String subject = volume + "/" + call.subject();
        if (achieved) {
            lastFailure.remove(subject);
            LOG.infof("%s done volume=%s target=%s plugin=%s", name, volume, call.subject(), plugin);
            switch (call) {
                case Step.Publish publish ->
                    voice.event("volume/" + volume, "Mounted", "mounted as " + publish.subject());
                case Step.Unpublish unpublish ->
                    voice.event("volume/" + volume, "Unmounted", "unmounted " + unpublish.subject());
                case Step.Stage _, Step.Unstage() -> LOG.debugf("staging of %s changed", volume);
            }
        } else if (!why.equals(lastFailure.put(subject, why))) {
            LOG.warnf("%s failed volume=%s target=%s plugin=%s: %s", name, volume, call.subject(), plugin, why);
            voice.event("volume/" + volume, "MountFailed", why);
        }
    }
}
