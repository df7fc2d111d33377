package io.hawser.volume.lifecycle.csi;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.V;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.hawser.csi.AllowedEndpoints;
import io.hawser.csi.CapabilitySet;
import io.hawser.csi.Confirmation;
import io.hawser.csi.ConnectionOptions;
import io.hawser.csi.CsiClient;
import io.hawser.csi.CsiCode;
import io.hawser.csi.CsiConnection;
import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.CsiRpc;
import io.hawser.csi.PluginIdentity;
import io.hawser.csi.PluginLook;
import io.hawser.csi.RpcOutcome;
import io.hawser.csi.SecretProvider;
import io.hawser.csi.SecretUnavailableException;
import io.hawser.ledger.call.work.CallDeadline;
import io.hawser.v1.MountAccess;
import io.hawser.v1.MountReport;
import io.hawser.v1.Scope;
import io.hawser.v1.SecretReference;
import io.hawser.v1.Sharing;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.lifecycle.CallOutcome;
import io.hawser.volume.lifecycle.CallOutcome.Cause;
import io.hawser.volume.lifecycle.Operation;
import io.hawser.volume.lifecycle.Provision;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.Volume;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControllerCallsTest {
    private static final String PLUGIN = "csi.example.com";
    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    private final List<String> askedForSecrets = new ArrayList<>();
    private final SecretProvider secrets = (plugin, references) -> {
        askedForSecrets.add(plugin + "/" + references.getFirst().getName());
        return Uni.createFrom().failure(new SecretUnavailableException("password", "is not there"));
    };
    private final List<String> opened = new ArrayList<>();
    private final ControllerCalls calls = new ControllerCalls(
            new ControllerConnections(
                    endpoint -> {
                        opened.add(endpoint.toString());
                        throw new IllegalStateException("nothing is opened here");
                    },
                    System::nanoTime,
                    ControllerCallsTest::noEndpoint),
            AllowedEndpoints.parse("hawser.volume.endpoints", List.of("unix:///run/csi")),
            secrets);

    private static Uni<Set<CsiEndpoint>> noEndpoint() {
        return Uni.createFrom().item(Set.of());
    }

    @ParameterizedTest
    @DisplayName("Whoever has written the endpoint: "
            + "where the operator allows no plugin, no secret is read and nothing is sent")
    @ValueSource(
            strings = {
                "tcp://10.0.0.1:9000",
                "unix:///tmp/evil.sock",
                "unix:///run/csi/../../tmp/evil.sock",
                "unix:///run/csi-evil/a.sock",
                "http://10.0.0.1"
            })
    void endpointsThatAreNotAllowedAreNotCalled(String endpoint) {
        // When
        CallOutcome created = calls.call(volume(), new Operation.Create(), endpoint, deadline())
                .await()
                .indefinitely();
        RpcOutcome<?> listed = calls.list(new PluginName(PLUGIN), endpoint, "", 10, deadline(), TEN_SECONDS)
                .onFailure()
                .recoverWithItem(failure -> RpcOutcome.invalid("endpoint", failure.getMessage()))
                .await()
                .indefinitely();
        // Then
        assertThat(created)
                .isInstanceOfAny(CallOutcome.NotSent.class, CallOutcome.Uncertain.class)
                .asString()
                .containsAnyOf("hawser.volume.endpoints", "endpoint: ");
        assertThat(listed).isInstanceOf(RpcOutcome.Rejected.class);
        assertThat(askedForSecrets).isEmpty();
        assertThat(opened).isEmpty();
    }

    @Test
    @DisplayName("Secrets are those of the volume's own plugin; without them nothing is sent")
    void secretsAreThoseOfThePlugin() {
        // When
        CallOutcome outcome = calls.call(volume(), new Operation.Create(), "unix:///run/csi/a.sock", deadline())
                .await()
                .indefinitely();
        // Then
        assertThat(outcome).isEqualTo(new CallOutcome.NotSent("secret 'password' is not there"));
        assertThat(askedForSecrets).containsExactly(PLUGIN + "/password");
        assertThat(opened).isEmpty();
    }

    @Test
    @Tag("swarmkit-T4")
    @DisplayName("A plugin that took another one's endpoint gets no call for its volumes: the call is not sent, in "
            + "words; its listing is not compared with them")
    void anotherPluginAtTheEndpoint() {
        // Given
        ControllerCalls calls = callsOf(OtherPlugin.ITS_NAME);
        Volume attached = volume().with(Publication.orphaned(N1, "csi-n1", 7, MountReport.getDefaultInstance()));
        // When
        List<CallOutcome> outcomes = Stream.of(
                        new Operation.Create(),
                        new Operation.Delete(),
                        new Operation.Publish(N1),
                        new Operation.Unpublish(N1))
                .map(operation -> calls.call(attached, operation, "unix:///run/csi/a.sock", deadline())
                        .await()
                        .indefinitely())
                .toList();
        RpcOutcome<?> listed = calls.list(attached.plugin(), "unix:///run/csi/a.sock", "", 10, deadline(), TEN_SECONDS)
                .await()
                .indefinitely();
        // Then
        assertThat(outcomes).hasSize(4).containsOnly(new CallOutcome.NotSent("another.example answers"));
        assertThat(listed).isInstanceOf(RpcOutcome.Rejected.class);
    }

    @Test
    @DisplayName("A relay that this service has no certificates for is not called, and the reason says so")
    void aRelayWithoutCertificates() {
        // Given
        try (CsiClient client = CsiClient.create(new SimpleMeterRegistry())) {
            ControllerCalls calls = new ControllerCalls(
                    new ControllerConnections(
                            endpoint -> client.connect(endpoint, ConnectionOptions.reading()),
                            System::nanoTime,
                            ControllerCallsTest::noEndpoint),
                    AllowedEndpoints.parse("hawser.volume.endpoints", List.of("relay:*")),
                    (plugin, references) -> Uni.createFrom().item(Map.of()));
            // When
            CallOutcome outcome = calls.call(volume(), new Operation.Create(), "relay:n1/" + PLUGIN, deadline())
                    .await()
                    .indefinitely();
            // Then
            assertThat(outcome)
                    .isEqualTo(new CallOutcome.NotSent("the relay of node n1 is called with certificates only:"
                            + " quarkus.tls.relay is not set"));
        }
    }

    @Test
    @DisplayName("A call for which no time is left is not sent, and leaves no doubt")
    void withoutTime() {
        // Given
        ControllerCalls calls = callsOf(RpcOutcome.done(new PluginIdentity(PLUGIN, "1", Map.of(), CapabilitySet.NONE)));
        CallDeadline over =
                CallDeadline.start(Duration.ZERO, Duration.ofSeconds(1), Clock.systemUTC(), System::nanoTime);
        // When
        CallOutcome outcome = calls.call(volume(), new Operation.Create(), "unix:///run/csi/a.sock", over)
                .await()
                .indefinitely();
        // Then
        assertThat(outcome).isEqualTo(new CallOutcome.NotSent("there was no time left to make the call"));
    }

    @Test
    @Tag("swarmkit-X-8")
    @DisplayName("A call before which the plugin's capabilities could not be read was not sent: it leaves no doubt")
    void withoutCapabilities() {
        // Given
        ControllerCalls calls =
                callsOf(RpcOutcome.uncertain(CsiCode.DEADLINE_EXCEEDED, "no answer within the deadline"));
        // When
        CallOutcome outcome = calls.call(volume(), new Operation.Create(), "unix:///run/csi/a.sock", deadline())
                .await()
                .indefinitely();
        // Then
        assertThat(outcome)
                .isEqualTo(new CallOutcome.NotSent(
                        "the plugin's capabilities cannot be read: no answer within the deadline"));
    }

    /** @param said what the plugin says of itself */
    private static ControllerCalls callsOf(RpcOutcome<PluginIdentity> said) {
        return new ControllerCalls(
                new ControllerConnections(
                        endpoint -> new OtherPlugin(endpoint, said), System::nanoTime, ControllerCallsTest::noEndpoint),
                AllowedEndpoints.parse("hawser.volume.endpoints", List.of("unix:///run/csi")),
                (plugin, references) -> Uni.createFrom().item(Map.of()));
    }

    private record OtherPlugin(CsiEndpoint endpoint, RpcOutcome<PluginIdentity> said) implements CsiConnection {
        static final RpcOutcome<PluginIdentity> ITS_NAME =
                RpcOutcome.done(new PluginIdentity("another.example", "1", Map.of(), CapabilitySet.NONE));

        @Override
        public <Q extends Message, R extends Message> Uni<RpcOutcome<R>> call(
                CsiRpc<Q, R> rpc, Q request, Duration deadline) {
            throw new AssertionError("sent to whatever plugin is there: " + rpc);
        }

        @Override
        public <Q extends Message, R extends Message> Uni<RpcOutcome<R>> call(
                String plugin, CsiRpc<Q, R> rpc, Q request, Duration deadline) {
            return Uni.createFrom().item(RpcOutcome.otherPlugin("another.example answers"));
        }

        @Override
        public Uni<RpcOutcome<PluginIdentity>> identity() {
            return Uni.createFrom().item(said);
        }

        @Override
        public Uni<PluginLook> look(Duration deadline) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }

    private static Volume volume() {
        return Volume.accepted(
                V,
                "uid",
                VolumeSpec.newBuilder()
                        .setPlugin(PLUGIN)
                        .setScope(Scope.SCOPE_SINGLE_NODE)
                        .setSharing(Sharing.SHARING_NONE)
                        .setMount(MountAccess.getDefaultInstance())
                        .addSecrets(SecretReference.newBuilder().setKey("k").setName("password"))
                        .build());
    }

    private static CallDeadline deadline() {
        return CallDeadline.start(TEN_SECONDS, Duration.ofSeconds(1), Clock.systemUTC(), System::nanoTime);
    }

    @Test
    @DisplayName(
            "An attach says that the node has no place, or where the volume is attached; a deletion says that it is"
                    + " in use; any other rejection says nothing")
    void whatACodeSays() {
        // Given
        Operation attach = new Operation.Publish(N1);
        Operation delete = new Operation.Delete();

        // When / Then
        assertThat(cause(attach, CsiCode.RESOURCE_EXHAUSTED)).isEqualTo(Cause.NO_PLACE);
        assertThat(cause(attach, CsiCode.FAILED_PRECONDITION)).isEqualTo(Cause.ATTACHED_ELSEWHERE);
        assertThat(cause(attach, CsiCode.ALREADY_EXISTS)).isEqualTo(Cause.ATTACHED_OTHERWISE);
        assertThat(cause(attach, CsiCode.NOT_FOUND)).isEqualTo(Cause.OTHER);
        assertThat(cause(delete, CsiCode.FAILED_PRECONDITION)).isEqualTo(Cause.IN_USE);
        assertThat(cause(delete, CsiCode.RESOURCE_EXHAUSTED)).isEqualTo(Cause.OTHER);
        assertThat(cause(new Operation.Create(), CsiCode.ALREADY_EXISTS)).isEqualTo(Cause.OTHER);
        assertThat(cause(new Operation.Unpublish(N1), CsiCode.FAILED_PRECONDITION))
                .isEqualTo(Cause.OTHER);
    }

    @Test
    @DisplayName("What the plugin does not confirm, or confirms otherwise, counts as rejected, in its words")
    void confirmations() {
        // Given
        Operation.Create ask = new Operation.Create();
        Provision.Info info = new Provision.Info("vol-1", 0, Map.of(), List.of());
        // Then
        assertThat(ControllerCalls.confirmed(ask, new Confirmation.Confirmed(), info))
                .isEqualTo(new CallOutcome.Created(ask, info));
        assertThat(ControllerCalls.confirmed(ask, new Confirmation.Unconfirmed("not as block"), info))
                .isEqualTo(new CallOutcome.Rejected(
                        "the plugin does not confirm that volume vol-1 can be used so: not as block"));
        assertThat(ControllerCalls.confirmed(ask, new Confirmation.Unconfirmed(""), info))
                .isEqualTo(new CallOutcome.Rejected("the plugin does not confirm that volume vol-1 can be used so"));
        assertThat(ControllerCalls.confirmed(ask, new Confirmation.Different("requested xfs, got ext4"), info))
                .isEqualTo(new CallOutcome.Rejected(
                        "the plugin confirms another use of volume vol-1: requested xfs, got ext4"));
    }

    private static Cause cause(Operation operation, CsiCode code) {
        CallOutcome ended = ControllerCalls.ended(
                operation,
                new RpcOutcome.Rejected<>(code, "x", Optional.empty(), RpcOutcome.Origin.PLUGIN),
                answer -> new CallOutcome.Deleted(new Operation.Delete()));
        return ((CallOutcome.Rejected) ended).cause();
    }
}
