package io.hawser.volume.claim.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.MountReport;
import io.hawser.v1.MountedTarget;
import io.hawser.volume.id.TaskName;
import io.hawser.volume.orphan.UnexplainedMount;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LostGrantsTest {
    @Test
    @DisplayName("A task whose reported mounts all have claims, or are other tasks', uses nothing of a lost life")
    void whatIsClaimed() {
        assertThat(LostGrants.isUsing(new TaskName("t"), mount("t.1", "u.1"), Set.of("t.1")))
                .isFalse();
        assertThat(LostGrants.isUsing(new TaskName("t"), mount(), Set.of())).isFalse();
    }

    @Test
    @DisplayName("A reported mount of the task without a claim is of a lost life; so may be one that the node forgot")
    void whatIsNotClaimed() {
        UnexplainedMount forgotten =
                UnexplainedMount.of(report().toBuilder().setOrphaned(true).build(), 0);

        assertThat(LostGrants.isUsing(new TaskName("t"), mount("t.1", "t.2"), Set.of("t.1")))
                .isTrue();
        assertThat(LostGrants.isUsing(new TaskName("t"), forgotten, Set.of())).isTrue();
    }

    private static UnexplainedMount mount(String... targets) {
        return UnexplainedMount.of(report(targets), 0);
    }

    private static MountReport report(String... targets) {
        MountReport.Builder report = MountReport.newBuilder().setNode("n").setRevision(1);
        for (String target : targets) {
            report.addTargets(MountedTarget.newBuilder().setId(target));
        }
        return report.build();
    }
}
