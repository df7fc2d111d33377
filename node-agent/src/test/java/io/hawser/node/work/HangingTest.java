package io.hawser.node.work;

import static io.hawser.node.work.Bench.awaitMounted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.Sample;
import io.hawser.node.mounttable.Sighting;
import io.hawser.node.mounttable.files.Kernel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What hangs holds none of its plugin's calls, and what waits long says so. */
class HangingTest {
    @TempDir
    Path root;

    private final ScriptedNodeCalls plugin = new ScriptedNodeCalls();

    @Test
    @DisplayName("A volume whose folders do not come back holds none of its plugin's calls")
    void foldersThatHangHoldNoCall() throws Exception {
        // Given
        CountDownLatch over = new CountDownLatch(1);
        try (Bench bench = Bench.started(root, plugin, 1, (what, key) -> {
            if (key.equals(Stuck.KEY) && what.equals("prepare")) {
                waitFor(over);
            }
        })) {
            bench.desired(Stuck.desired(1, "t1"));
            // When
            bench.desired(Sample.desired(1, "t1"));
            // Then
            awaitMounted(bench, "data");
            bench.ahead = Duration.ofSeconds(11);
            await().untilAsserted(() -> {
                bench.loop.remind();
                assertThat(bench.report("stuck").getMessage())
                        .contains("waits for the disk that the agent's folder is on, since");
            });
            over.countDown();
            awaitMounted(bench, "stuck");
        }
    }

    @Test
    @DisplayName("A target that does not let itself be looked at after its unpublish holds none of its plugin's calls")
    void aTargetThatHangsHoldsNoCall() throws Exception {
        // Given
        CountDownLatch over = new CountDownLatch(1);
        Kernel kernel = new KnownMounts(new CopyOnWriteArrayList<>()) {
            @Override
            public Sighting look(Path path, Path folder) {
                if (path.toString().contains("stuck") && plugin.calls.contains("unpublish")) {
                    waitFor(over);
                }
                return super.look(path, folder);
            }
        };
        try (Bench bench = new Bench(root, kernel, plugin, UnaryOperator.identity(), 1)) {
            bench.loop.start(List.of());
            bench.desired(Stuck.desired(1, "t1"));
            awaitMounted(bench, "stuck");
            // When
            bench.desired(Stuck.desired(2));
            await().until(() -> plugin.calls.contains("unpublish"));
            bench.desired(Sample.desired(1, "t1"));
            // Then
            awaitMounted(bench, "data");
            over.countDown();
            await().until(() -> bench.report("stuck").getTargetsCount() == 0);
        }
    }

    @Test
    @DisplayName("A volume whose secrets do not come back holds none of its plugin's calls, and says so")
    void secretsThatHangHoldNoCall() throws Exception {
        // Given
        CountDownLatch over = new CountDownLatch(1);
        List<String> asked = new CopyOnWriteArrayList<>();
        plugin.secrets = desired -> {
            asked.add(desired.key().volume());
            if (desired.key().equals(Stuck.KEY)) {
                waitFor(over);
            }
        };
        try (Bench bench = Bench.started(root, plugin, 1, (_, _) -> {})) {
            bench.desired(Stuck.desired(1, "t1"));
            await().until(() -> asked.contains("stuck"));
            // When
            bench.desired(Sample.desired(1, "t1"));
            // Then
            awaitMounted(bench, "data");
            bench.ahead = Duration.ofSeconds(11);
            bench.loop.remind();
            assertThat(bench.report("stuck").getMessage()).startsWith("waits until its secrets are read, since");
            over.countDown();
            awaitMounted(bench, "stuck");
        } finally {
            over.countDown();
        }
    }

    @Test
    @DisplayName("What waits for a free call, or for an answer, for more than ten seconds says so until it is over")
    void longWaitsAreTold() throws Exception {
        // Given
        CountDownLatch over = new CountDownLatch(1);
        plugin.answer = _ -> {
            waitFor(over);
            return new CallOutcome.Done();
        };
        try (Bench bench = Bench.started(root, plugin, 1, (_, _) -> {})) {
            bench.desired(Stuck.desired(1, "t1"));
            await().until(() -> plugin.calls.size() == 1);
            bench.desired(Sample.desired(1, "t1"));
            await().until(() -> bench.loop.views().size() == 2);
            bench.loop.remind();
            assertThat(bench.report("stuck").getMessage()).isEmpty();

            // When
            bench.ahead = Duration.ofSeconds(11);

            // Then
            await().untilAsserted(() -> {
                bench.loop.remind();
                assertThat(bench.report("stuck").getMessage()).startsWith("stage: the plugin has not answered yet;");
                assertThat(bench.report("data").getMessage())
                        .startsWith("waits until one of the 1 calls to plugin plugin.example that are under way ends");
                assertThat(bench.report("data").getGeneration()).isEqualTo(1);
            });
            over.countDown();
            awaitMounted(bench, "stuck");
            awaitMounted(bench, "data");
            bench.loop.remind();
            assertThat(bench.reports.values()).extracting("message").containsOnly("");
        }
    }

    private static void waitFor(CountDownLatch over) {
        try {
            over.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
