package io.hawser.volume.controller;

import io.hawser.csi.CapabilitySet;
import io.hawser.csi.ConnectionOptions;
import io.hawser.csi.CsiClient;
import io.hawser.csi.CsiConnection;
import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.CsiRpc;
import io.hawser.csi.CsiService;
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
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Makes one controller call and says how it ended. Keeps a connection for each endpoint. */
@ApplicationScoped
public class ControllerCalls {
    private final CsiClient client;
    private final SecretProvider secrets;
    private final Map<String, CsiConnection> connections = new ConcurrentHashMap<>();

    public ControllerCalls(CsiClient client, SecretProvider secrets) {
        this.client = client;
        this.secrets = secrets;
    }

    /** @param volume as it was stored with the intent */
    public Uni<CallEnding> call(Volume volume, Operation operation, String endpoint, CallDeadline deadline) {
        return secrets.resolve(volume.spec().getSecretsList())
                .chain(resolved -> send(volume, operation, endpoint, deadline, resolved))
                .onFailure(SecretUnavailableException.class)
                .recoverWithItem(failure -> new CallEnding.Rejected(failure.getMessage()))
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
            String endpoint, String token, int most, CallDeadline whole, Duration each) {
        return Uni.createFrom().deferred(() -> {
            CsiConnection connection = connections.computeIfAbsent(endpoint, this::connect);
            Duration left = whole.left().orElse(Duration.ZERO);
            return connection.call(
                    CsiRpc.LIST_VOLUMES,
                    ListVolumesRequest.newBuilder()
                            .setMaxEntries(most)
                            .setStartingToken(token)
                            .build(),
                    left.compareTo(each) < 0 ? left : each);
        });
    }

    private Uni<CallEnding> send(
            Volume volume, Operation operation, String endpoint, CallDeadline deadline, Map<String, String> secrets) {
        CsiConnection connection = connections.computeIfAbsent(endpoint, this::connect);
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
                        .map(ending ->
                                ended(ending, answer -> new CallEnding.Published(answer.getPublishContextMap())));
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

    private static <R> CallEnding ended(Ending<R> ending, Function<R, CallEnding> done) {
        return switch (ending) {
            case Ending.Done<R>(R answer) -> done.apply(answer);
            case Ending.Rejected<R> rejected -> new CallEnding.Rejected(rejected.code() + ": " + rejected.reason());
            case Ending.Uncertain<R> unsure -> new CallEnding.Uncertain(unsure.code() + ": " + unsure.reason());
        };
    }

    private CsiConnection connect(String endpoint) {
        return client.connect(CsiEndpoint.parse(endpoint), ConnectionOptions.reading(CsiService.CONTROLLER));
    }
}
