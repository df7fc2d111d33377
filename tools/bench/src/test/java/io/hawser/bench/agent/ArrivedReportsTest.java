package io.hawser.bench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.hawser.bench.volumes.Arrivals;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountState;
import io.hawser.v1.MountedTarget;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ArrivedReportsTest {
    private final AtomicLong now = new AtomicLong();
    private final Arrivals reports = new Arrivals(AgentBench::mounted, now::get);

    private void hear(long at, MountReport.Builder report) {
        now.set(at);
        Message message = report.setVolume("v").build();
        reports.hear(
                HawserTopic.MOUNTS,
                new Decoded.Known(new Origin("mounts", "id", 0, 0), "n/v", "id", "hawser.v1.MountReport", message));
    }

    private static MountReport.Builder target(MountState state) {
        return MountReport.newBuilder().addTargets(MountedTarget.newBuilder().setState(state));
    }

    @Test
    @DisplayName("A volume counts as mounted from the first report that says so of all its targets")
    void theFirstReportCounts() {
        // When
        hear(1, target(MountState.MOUNT_STATE_PENDING));
        hear(2, MountReport.newBuilder());
        hear(3, target(MountState.MOUNT_STATE_MOUNTED));
        hear(4, target(MountState.MOUNT_STATE_MOUNTED));
        hear(5, MountReport.newBuilder().setNothingLeft(true));

        // Then
        assertThat(reports.at("v")).contains(3L);
        assertThat(reports.count()).isOne();
        assertThat(reports.at("w")).isEmpty();
    }
}
