package io.hawser.ledger;

import io.hawser.embedded.network.Relay;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A broker, and a database that a test may let vanish. One for all tests, so that the application starts once. */
public final class LedgerServices implements QuarkusTestResourceLifecycleManager {
    private static @Nullable Relay relay;

    /** Between the application and its database. */
    public static Relay toDatabase() {
        return Objects.requireNonNull(relay);
    }

    @Override
    public Map<String, String> start() {
        Map<String, String> settings = new HashMap<>(new EmbeddedServices().start());
        URI url = URI.create(settings.get("quarkus.datasource.reactive.url"));
        try {
            relay = new Relay(url.getHost(), url.getPort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        settings.put(
                "quarkus.datasource.reactive.url",
                "postgresql://127.0.0.1:" + toDatabase().port() + url.getPath());
        return settings;
    }

    @Override
    public void stop() {
        try {
            toDatabase().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
