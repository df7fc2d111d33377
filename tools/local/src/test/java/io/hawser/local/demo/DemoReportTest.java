package io.hawser.local.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DemoReportTest {
    private static final LeftOver NOTHING = new LeftOver(0, 0, 0, 0, 0);

    @Test
    void aWholeDemoIsOneLineOfJson() {
        DemoReport report = new DemoReport(List.of(new StepResult("a", 12, true, "seen")), NOTHING, 34);

        assertThat(report.json())
                .isEqualTo("{\"ok\":true,\"steps\":[{\"name\":\"a\",\"ms\":12,\"ok\":true,\"detail\":\"seen\"}],"
                        + "\"leftOver\":{\"mounts\":0,\"stagingDirs\":0,\"pluginVolumes\":0,\"rows\":0,"
                        + "\"processes\":0},"
                        + "\"totalMs\":34}");
    }

    @Test
    void somethingLeftIsAFailure() {
        assertThat(new DemoReport(List.of(), NOTHING.withProcesses(1), 1).ok()).isFalse();
    }

    @Test
    void whatCouldNotBeCountedIsAFailure() {
        assertThat(new DemoReport(List.of(), LeftOver.UNKNOWN, 1).ok()).isFalse();
    }

    @Test
    void theFailureIsThatOfTheFirstStepThatFailed() {
        DemoReport report = new DemoReport(
                List.of(new StepResult("a", 1, true, ""), new StepResult("b", 1, false, "why")), NOTHING, 1);

        assertThat(report.ok()).isFalse();
        assertThat(report.failure()).isEqualTo("b: why");
        assertThat(report.json()).startsWith("{\"ok\":false,\"failure\":\"b: why\",");
    }
}
