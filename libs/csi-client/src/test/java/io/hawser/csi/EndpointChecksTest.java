package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class EndpointChecksTest {
    private static final String HUNG = "hung.example";
    private static final String HEALTHY = "healthy.example";

    private final CountDownLatch hang = new CountDownLatch(1);
    private final AtomicInteger hungChecks = new AtomicInteger();
    private final EndpointChecks checks = new EndpointChecks(this::refusal);

    @Test
    @DisplayName("Calls that come while a plugin's path hangs wait for one check, other plugins' calls do not; a later"
            + " call is checked again")
    void callsShareACheckThatRuns() {
        // Given
        var waiting = IntStream.range(0, 500).mapToObj(call -> check(HUNG)).toList();
        // When
        String healthy = check(HEALTHY).join();
        // Then
        assertThat(healthy).isEqualTo("unix:///run/csi/healthy.example.sock");
        assertThat(waiting).noneMatch(CompletableFuture::isDone);
        hang.countDown();
        assertThat(waiting).allSatisfy(call -> assertThat(call.join()).isEqualTo("unix:///run/csi/hung.example.sock"));
        assertThat(hungChecks).hasValue(1);
        check(HUNG).join();
        assertThat(hungChecks).hasValue(2);
    }

    @Test
    @DisplayName("A call whose check does not end within its time is not made, and says why")
    void aCheckHasALimit() {
        // Given
        var impatient = new EndpointChecks(this::refusal, Duration.ofMillis(1));
        // Then
        assertThatThrownBy(() -> impatient
                        .allowed(HUNG, "unix:///run/csi/hung.example.sock")
                        .await()
                        .indefinitely())
                .isInstanceOf(EndpointChecks.RefusedException.class)
                .hasMessage("endpoint unix:///run/csi/hung.example.sock of plugin hung.example is not called: the"
                        + " file system of its path does not answer");
        hang.countDown();
    }

    private CompletableFuture<String> check(String plugin) {
        return checks.allowed(plugin, "unix:///run/csi/" + plugin + ".sock")
                .map(CsiEndpoint::toString)
                .subscribeAsCompletionStage();
    }

    private Optional<String> refusal(String plugin, CsiEndpoint endpoint) {
        if (plugin.equals(HUNG)) {
            hungChecks.incrementAndGet();
            try {
                hang.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return Optional.empty();
    }
}
