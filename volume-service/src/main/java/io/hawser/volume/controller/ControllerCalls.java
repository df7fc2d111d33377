package io.hawser.volume.controller;

import io.hawser.csi.AllowedEndpoints;
import io.hawser.csi.CapabilitySet;
import io.hawser.csi.CsiCode;
import io.hawser.csi.CsiConnection;
import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.CsiRpc;
import io.hawser.csi.Ending;
import io.hawser.csi.SecretProvider;
import io.hawser.csi.SecretUnavailableException;
import io.hawser.csi.v1.ListVolumesRequest;
import io.hawser.csi.v1.ListVolumesResponse;
import io.hawser.ledger.call.CallDeadline;
import io.hawser.volume.lifecycle.CallEnding;
import io.hawser.volume.lifecycle.Operation;
import io.hawser.volume.lifecycle.Provision;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.Volume;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Makes one controller call and says how it ended. */
@ApplicationScoped
public class ControllerCalls {
    private final ControllerConnections connections;
    private final AllowedEndpoints allowed;
    private final SecretProvider secrets;

    public ControllerCalls(ControllerConnections connections, AllowedEndpoints allowed, SecretProvider secrets) {
        this.connections = connections;
        this.allowed = allowed;
        this.secrets = secrets;
    }

    /** @param volume as it was stored with the intent */
    public Uni<CallEnding> call(Volume volume, Operation operation, String endpoint, CallDeadline deadline) {
        String plugin = volume.spec().getPlugin();
        return reachable(plugin, endpoint)
                .chain(reachable -> secrets.resolve(plugin, volume.spec().getSecretsList())
                        .chain(resolved -> connections.with(
                                reachable, connection -> send(volume, operation, connection, deadline, resolved))))
                .onFailure(EndpointRefusedException.class)
                .recoverWithItem(failure -> new CallEnding.NotSent(failure.getMessage()))
                .onFailure(SecretUnavailableException.class)
                .recoverWithItem(failure -> new CallEnding.NotSent(failure.getMessage()))
                // Whatever went wrong on our side says nothing about the plugin's.
                .onFailure()
                .recoverWithItem(failure -> new CallEnding.Uncertain("the call failed on our side: " + failure));
    }

    /**
     * One page of what the plugin lists.
     *
     * @param token empty for the first page
     * @param whole the time that the whole listing has
     * @param each the time that one page has
     */
    public Uni<Ending<ListVolumesResponse>> list(
            String plugin, String endpoint, String token, int most, CallDeadline whole, Duration each) {
        return reachable(plugin, endpoint)
                .chain(reachable -> connections.with(reachable, connection -> {
                    Duration left = whole.left().orElse(Duration.ZERO);
                    return connection.call(
                            CsiRpc.LIST_VOLUMES,
                            ListVolumesRequest.newBuilder()
                                    .setMaxEntries(most)
                                    .setStartingToken(token)
                                    .build(),
                            left.compareTo(each) < 0 ? left : each);
                }))
                .onFailure(EndpointRefusedException.class)
                .recoverWithItem(refused -> Ending.invalid("endpoint", refused.getMessage()));
    }

    /**
     * The topic that names endpoints is written by another service: what the operator does not allow here is not
     * called, whoever named it.
     */
    private Uni<CsiEndpoint> reachable(String plugin, String endpoint) {
        return Uni.createFrom()
                .item(() -> {
                    CsiEndpoint parsed = CsiEndpoint.parse(endpoint);
                    allowed.refusalNow(plugin, parsed).ifPresent(why -> {
                        throw new EndpointRefusedException(why);
                    });
                    return parsed;
                })
                .runSubscriptionOn(Infrastructure.getDefaultWorkerPool());
    }

    private static Uni<CallEnding> send(
            Volume volume,
            Operation operation,
            CsiConnection connection,
            CallDeadline deadline,
            Map<String, String> secrets) {
        return connection.identity().chain(identity -> {
            // Directly before the send: another replica may have taken over while this process stood still.
            Optional<Duration> left = deadline.left();
            if (left.isEmpty()) {
                return Uni.createFrom().item(new CallEnding.Uncertain("there was no time left to make the call"));
            }
            return switch (identity) {
                case Ending.Done(var known) ->
                    send(connection, volume, operation, known.capabilities(), secrets, left.get());
                case Ending.Rejected<?> rejected -> Uni.createFrom().item(uncertain(rejected.reason()));
                case Ending.Uncertain<?> unsure -> Uni.createFrom().item(uncertain(unsure.reason()));
            };
        });
    }

    private static CallEnding uncertain(String why) {
        return new CallEnding.Uncertain("the plugin's capabilities cannot be read: " + why);
    }

    private static Uni<CallEnding> send(
            CsiConnection connection,
            Volume volume,
            Operation operation,
            CapabilitySet capabilities,
            Map<String, String> secrets,
            Duration left) {
        return switch (operation) {
            case Operation.Create() ->
                connection
                        .call(CsiRpc.CREATE_VOLUME, ControllerRequests.create(volume, capabilities, secrets), left)
                        .map(ending -> ended(ending, answer -> created(answer.getVolume())));
            case Operation.Delete() ->
                connection
                        .call(CsiRpc.DELETE_VOLUME, ControllerRequests.delete(volume, secrets), left)
                        .map(ending -> ended(ending, answer -> new CallEnding.Undone()));
            case Operation.Publish(String node) -> {
                Publication publication = volume.publications().get(node);
                yield connection
                        .call(
                                CsiRpc.CONTROLLER_PUBLISH_VOLUME,
                                ControllerRequests.publish(volume, publication, capabilities, secrets),
                                left)
                        .map(ending -> busy(
                                ending,
                                ended(ending, answer -> new CallEnding.Published(answer.getPublishContextMap()))));
            }
            case Operation.Unpublish(String node) -> {
                Publication publication = volume.publications().get(node);
                yield connection
                        .call(
                                CsiRpc.CONTROLLER_UNPUBLISH_VOLUME,
                                ControllerRequests.unpublish(volume, publication, secrets),
                                left)
                        .map(ending -> ended(ending, answer -> new CallEnding.Undone()));
            }
        };
    }

    private static CallEnding created(io.hawser.csi.v1.Volume volume) {
        Provision.Info info = ControllerRequests.info(volume);
        return new CallEnding.Created(info);
    }

    /**
     * What these two codes say of ControllerPublishVolume passes: a place that is freed, a detach elsewhere ({@code
     * endings.md}).
     */
    static CallEnding busy(Ending<?> ending, CallEnding ended) {
        boolean passes = ending instanceof Ending.Rejected<?> rejected
                && (rejected.code() == CsiCode.RESOURCE_EXHAUSTED || rejected.code() == CsiCode.FAILED_PRECONDITION);
        return passes && ended instanceof CallEnding.Rejected(String why) ? new CallEnding.Busy(why) : ended;
    }

    private static <R> CallEnding ended(Ending<R> ending, Function<R, CallEnding> done) {
        return switch (ending) {
            case Ending.Done<R>(R answer) -> done.apply(answer);
            case Ending.Rejected<R> rejected -> new CallEnding.Rejected(rejected.reason());
            case Ending.Uncertain<R> unsure -> new CallEnding.Uncertain(unsure.reason());
        };
    }

    private static final class EndpointRefusedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private EndpointRefusedException(String why) {
            super(why);
        }
    }
}
