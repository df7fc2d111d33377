package io.hawser.volume.lifecycle.csi;

import io.hawser.csi.AllowedEndpoints;
import io.hawser.csi.CapabilitySet;
import io.hawser.csi.Confirmation;
import io.hawser.csi.CsiCode;
import io.hawser.csi.CsiConnection;
import io.hawser.csi.CsiRpc;
import io.hawser.csi.EndpointChecks;
import io.hawser.csi.RpcOutcome;
import io.hawser.csi.SecretProvider;
import io.hawser.csi.SecretUnavailableException;
import io.hawser.csi.UnreachableEndpointException;
import io.hawser.csi.v1.ListVolumesRequest;
import io.hawser.csi.v1.ListVolumesResponse;
import io.hawser.csi.v1.ValidateVolumeCapabilitiesRequest;
import io.hawser.ledger.call.work.CallDeadline;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.lifecycle.CallOutcome;
import io.hawser.volume.lifecycle.CallOutcome.Cause;
import io.hawser.volume.lifecycle.Operation;
import io.hawser.volume.lifecycle.Provision;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.Volume;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** Makes one controller call and returns its outcome. */
@ApplicationScoped
public class ControllerCalls {
    private final ControllerConnections connections;
    private final EndpointChecks endpoints;
    private final SecretProvider secrets;

    public ControllerCalls(ControllerConnections connections, AllowedEndpoints allowed, SecretProvider secrets) {
        this.connections = connections;
        this.endpoints = new EndpointChecks(allowed::refusalNow);
        this.secrets = secrets;
    }

    /** @param volume as stored with the intent */
    public Uni<CallOutcome> call(Volume volume, Operation operation, String endpoint, CallDeadline deadline) {
        PluginName plugin = volume.plugin();
        return endpoints
                .allowed(plugin.value(), endpoint)
                .chain(reachable -> secrets.resolve(
                                plugin.value(), volume.spec().getSecretsList())
                        .chain(resolved -> connections.with(
                                reachable, connection -> send(volume, operation, connection, deadline, resolved))))
                .onFailure(failure -> isNotReached(failure) || failure instanceof SecretUnavailableException)
                .recoverWithItem(failure -> new CallOutcome.NotSent(String.valueOf(failure.getMessage())))
                // A failure on Hawser's side says nothing about what the plugin did.
                .onFailure()
                .recoverWithItem(failure -> new CallOutcome.Uncertain("the call failed on our side: " + failure));
    }

    /**
     * One page of ListVolumes.
     *
     * @param token empty for the first page
     * @param whole deadline of the whole listing
     * @param each time limit of one page
     */
    public Uni<RpcOutcome<ListVolumesResponse>> list(
            PluginName plugin, String endpoint, String token, int most, CallDeadline whole, Duration each) {
        return endpoints
                .allowed(plugin.value(), endpoint)
                .chain(reachable -> connections.with(reachable, connection -> {
                    Duration left = whole.left().orElse(Duration.ZERO);
                    return connection.call(
                            plugin.value(),
                            CsiRpc.LIST_VOLUMES,
                            ListVolumesRequest.newBuilder()
                                    .setMaxEntries(most)
                                    .setStartingToken(token)
                                    .build(),
                            left.compareTo(each) < 0 ? left : each);
                }))
                .onFailure(ControllerCalls::isNotReached)
                .recoverWithItem(failure -> RpcOutcome.invalid("endpoint", String.valueOf(failure.getMessage())));
    }

    private static boolean isNotReached(Throwable failure) {
        return failure instanceof EndpointChecks.RefusedException || failure instanceof UnreachableEndpointException;
    }

    private static Uni<CallOutcome> send(
            Volume volume,
            Operation operation,
            CsiConnection connection,
            CallDeadline deadline,
            Map<String, String> secrets) {
        return connection.identity().chain(identity -> {
            // Checked directly before the call is sent: another replica may have taken over while this process was
            // stopped.
            Optional<Duration> left = deadline.left();
            if (left.isEmpty()) {
                return Uni.createFrom().item(new CallOutcome.NotSent("there was no time left to make the call"));
            }
            return switch (identity) {
                case RpcOutcome.Done(var known) ->
                    send(connection, volume, operation, known.capabilities(), secrets, left.get());
                case RpcOutcome.Rejected<?> rejected -> Uni.createFrom().item(notSent(rejected.message()));
                case RpcOutcome.Uncertain<?> unsure -> Uni.createFrom().item(notSent(unsure.message()));
            };
        });
    }

    private static CallOutcome notSent(String message) {
        return new CallOutcome.NotSent("the plugin's capabilities cannot be read: " + message);
    }

    private static Uni<CallOutcome> send(
            CsiConnection connection,
            Volume volume,
            Operation operation,
            CapabilitySet capabilities,
            Map<String, String> secrets,
            Duration left) {
        String plugin = volume.plugin().value();
        return switch (operation) {
            case Operation.Create create
            when volume.provision().isToConfirm() -> {
                ValidateVolumeCapabilitiesRequest asked = ControllerRequests.validate(volume, capabilities, secrets);
                yield connection
                        .call(plugin, CsiRpc.VALIDATE_VOLUME_CAPABILITIES, asked, left)
                        .map(outcome -> ended(
                                create,
                                outcome,
                                answer -> confirmed(
                                        create,
                                        Confirmation.of(asked, answer),
                                        volume.provision().info())));
            }
            case Operation.Create create ->
                connection
                        .call(
                                plugin,
                                CsiRpc.CREATE_VOLUME,
                                ControllerRequests.create(volume, capabilities, secrets),
                                left)
                        .map(outcome -> ended(
                                create,
                                outcome,
                                answer ->
                                        new CallOutcome.Created(create, ControllerRequests.info(answer.getVolume()))));
            case Operation.Delete delete ->
                connection
                        .call(plugin, CsiRpc.DELETE_VOLUME, ControllerRequests.delete(volume, secrets), left)
                        .map(outcome -> ended(delete, outcome, answer -> new CallOutcome.Deleted(delete)));
            case Operation.Publish publish -> {
                Publication publication =
                        Objects.requireNonNull(volume.publications().get(publish.to()));
                yield connection
                        .call(
                                plugin,
                                CsiRpc.CONTROLLER_PUBLISH_VOLUME,
                                ControllerRequests.publish(volume, publication, capabilities, secrets),
                                left)
                        .map(outcome -> ended(
                                publish,
                                outcome,
                                answer -> new CallOutcome.Published(publish, answer.getPublishContextMap())));
            }
            case Operation.Unpublish unpublish -> {
                Publication publication =
                        Objects.requireNonNull(volume.publications().get(unpublish.from()));
                yield connection
                        .call(
                                plugin,
                                CsiRpc.CONTROLLER_UNPUBLISH_VOLUME,
                                ControllerRequests.unpublish(volume, publication, secrets),
                                left)
                        .map(outcome -> ended(unpublish, outcome, answer -> new CallOutcome.Unpublished(unpublish)));
            }
        };
    }

    /** What is not confirmed counts as rejected: the plugin is asked again after an interval, or when it changes. */
    static CallOutcome confirmed(Operation.Create create, Confirmation confirmation, Provision.Info info) {
        return switch (confirmation) {
            case Confirmation.Confirmed() -> new CallOutcome.Created(create, info);
            case Confirmation.Unconfirmed(String message) ->
                new CallOutcome.Rejected("the plugin does not confirm that volume " + info.volumeId()
                        + " can be used so" + (message.isEmpty() ? "" : ": " + message));
            case Confirmation.Different(String message) ->
                new CallOutcome.Rejected(
                        "the plugin confirms another use of volume " + info.volumeId() + ": " + message);
        };
    }

    static <R> CallOutcome ended(Operation operation, RpcOutcome<R> outcome, Function<R, ? extends CallOutcome> done) {
        return switch (outcome) {
            case RpcOutcome.Done<R>(R answer) -> done.apply(answer);
            case RpcOutcome.Rejected<R> rejected
            when rejected.otherPlugin() -> new CallOutcome.NotSent(rejected.message());
            case RpcOutcome.Rejected<R> rejected ->
                new CallOutcome.Rejected(rejected.message(), cause(operation, rejected.code()));
            case RpcOutcome.Uncertain<R> unsure -> new CallOutcome.Uncertain(unsure.message());
        };
    }

    private static Cause cause(Operation operation, CsiCode code) {
        return switch (operation) {
            case Operation.Publish _ when code == CsiCode.RESOURCE_EXHAUSTED -> Cause.NO_PLACE;
            case Operation.Publish _ when code == CsiCode.FAILED_PRECONDITION -> Cause.ATTACHED_ELSEWHERE;
            case Operation.Publish _ when code == CsiCode.ALREADY_EXISTS -> Cause.ATTACHED_OTHERWISE;
            case Operation.Delete _ when code == CsiCode.FAILED_PRECONDITION -> Cause.IN_USE;
            default -> Cause.OTHER;
        };
    }
}
