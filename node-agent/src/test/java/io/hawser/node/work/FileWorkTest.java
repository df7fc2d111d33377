package io.hawser.node.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.node.mount.CallOutcome;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FileWorkTest {
    @Test
    @DisplayName("Work whose thread cannot be started is not done, and keeps nothing from being done later")
    void aThreadThatCannotBeStarted() throws Exception {
        // Given
        Semaphore limit = new Semaphore(1);
        ThreadFactory full = new ThreadFactory() {
            private boolean once;

            @Override
            public Thread newThread(Runnable run) {
                boolean fails = !once;
                once = true;
                return new Thread(run) {
                    @Override
                    public void start() {
                        if (fails) {
                            throw new OutOfMemoryError("unable to create native thread");
                        }
                        super.start();
                    }
                };
            }
        };
        FileWork work = new FileWork(full);

        // When
        Optional<CallOutcome> first = work.run("walk", limit, _ -> Optional.empty(), () -> false);
        Optional<CallOutcome> second = work.run("walk", limit, _ -> Optional.empty(), () -> false);

        // Then
        assertThat(first).contains(new CallOutcome.NotSent("no thread can be started: unable to create native thread"));
        assertThat(second).contains(new CallOutcome.Done());
        limit.acquire();
    }
}
