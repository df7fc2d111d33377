package io.hawser.testkit.await;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Sets the timeout of every await that names none, in each JVM that runs tests: Awaitility's own 10 seconds are too few
 * on a machine whose processors are all in use. Tests in Quarkus have an Awaitility of their own: see {@link
 * QuarkusAwaitTimeout}.
 */
public final class AwaitTimeout implements LauncherSessionListener {
    static final Duration PATIENCE = Duration.ofMinutes(1);

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultTimeout(PATIENCE);
    }
}
