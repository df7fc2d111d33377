package io.hawser.csi;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Checks whether a plugin may have its endpoint. Another service writes the topic that names endpoints, so an endpoint
 * is called only if this service's operator allows it. A check blocks for the file system.
 */
public final class EndpointChecks {
    /** A local path is looked at in milliseconds, one over a network in seconds. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private record Asked(String plugin, String endpoint) {}

    private final BiFunction<String, CsiEndpoint, Optional<String>> refusal;
    private final Duration limit;
    private final SharedWork<Asked, CsiEndpoint> checks = new SharedWork<>();

    /** @param refusal as {@link AllowedEndpoints#refusalNow} */
    public EndpointChecks(BiFunction<String, CsiEndpoint, Optional<String>> refusal) {
        this(refusal, LIMIT);
    }

    /** @param limit after which a call is not made whose check still runs */
    public EndpointChecks(BiFunction<String, CsiEndpoint, Optional<String>> refusal, Duration limit) {
        this.refusal = refusal;
        this.limit = limit;
    }

    /**
     * The endpoint. Fails with {@link RefusedException}, or with {@link UnreachableEndpointException} if it is
     * no endpoint at all.
     */
    public Uni<CsiEndpoint> allowed(String plugin, String endpoint) {
        Asked asked = new Asked(plugin, endpoint);
        return checks.run(asked, Infrastructure.getDefaultWorkerPool(), () -> check(asked))
                .ifNoItem()
                .after(limit)
                .failWith(() -> new RefusedException("endpoint " + endpoint + " of plugin " + plugin
                        + " is not called: the file system of its path does not answer"));
    }

    private CsiEndpoint check(Asked asked) {
        CsiEndpoint endpoint = CsiEndpoint.parse(asked.endpoint());
        refusal.apply(asked.plugin(), endpoint).ifPresent(message -> {
            throw new RefusedException(message);
        });
        return endpoint;
    }

    /** The endpoint is not called; the message says why. */
    public static final class RefusedException extends RuntimeException {
        private RefusedException(String message) {
            super(message);
        }
    }
}
