package io.hawser.testkit.await;

import io.quarkus.test.junit.callback.QuarkusTestBeforeClassCallback;
import org.awaitility.Awaitility;

/** Sets the timeout of every await that names none in the class loader of each test that runs in Quarkus. */
public final class QuarkusAwaitTimeout implements QuarkusTestBeforeClassCallback {
    @Override
    public void beforeClass(Class<?> test) {
        Awaitility.setDefaultTimeout(AwaitTimeout.PATIENCE);
    }
}
