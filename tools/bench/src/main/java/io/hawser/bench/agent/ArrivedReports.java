package io.hawser.bench.agent;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountState;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** When the first report said that a volume is mounted. */
final class ArrivedReports {
    private final Map<String, Long> mounted = new ConcurrentHashMap<>();
    private final LongSupplier nanos;

    ArrivedReports(LongSupplier nanos) {
        this.nanos = nanos;
    }

    void hear(HawserTopic topic, Decoded record) {
        if (record instanceof Decoded.Known known && known.message() instanceof MountReport report) {
            if (report.getTargetsCount() > 0
                    && report.getTargetsList().stream()
                            .allMatch(target -> target.getState() == MountState.MOUNT_STATE_MOUNTED)) {
                mounted.putIfAbsent(report.getVolume(), nanos.getAsLong());
            }
        }
    }

    OptionalLong mountedAt(String volume) {
        Long at = mounted.get(volume);
        return at == null ? OptionalLong.empty() : OptionalLong.of(at);
    }

    int mounted() {
        return mounted.size();
    }
}
