package io.hawser.hostpath.csi;

import io.grpc.stub.StreamObserver;
import io.hawser.csi.v1.ControllerExpandVolumeRequest;
import io.hawser.csi.v1.ControllerExpandVolumeResponse;
import io.hawser.csi.v1.ControllerGetCapabilitiesRequest;
import io.hawser.csi.v1.ControllerGetCapabilitiesResponse;
import io.hawser.csi.v1.ControllerGrpc;
import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.ControllerPublishVolumeResponse;
import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.csi.v1.ControllerServiceCapability.RPC;
import io.hawser.csi.v1.ControllerUnpublishVolumeRequest;
import io.hawser.csi.v1.ControllerUnpublishVolumeResponse;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.CreateVolumeResponse;
import io.hawser.csi.v1.DeleteVolumeRequest;
import io.hawser.csi.v1.DeleteVolumeResponse;
import io.hawser.csi.v1.ListVolumesRequest;
import io.hawser.csi.v1.ListVolumesResponse;
import io.hawser.csi.v1.ValidateVolumeCapabilitiesRequest;
import io.hawser.csi.v1.ValidateVolumeCapabilitiesResponse;
import io.hawser.csi.v1.ValidateVolumeCapabilitiesResponse.Confirmed;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.hostpath.store.StateFolder;
import io.hawser.hostpath.volume.Capability;
import io.hawser.hostpath.volume.NewVolume;
import io.hawser.hostpath.volume.NodeId;
import io.hawser.hostpath.volume.Publication;
import io.hawser.hostpath.volume.Refusal.Reason;
import io.hawser.hostpath.volume.RefusedException;
import io.hawser.hostpath.volume.SizeRange;
import io.hawser.hostpath.volume.Volume;
import io.hawser.hostpath.volume.VolumeId;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** CSI Controller: reads requests, calls {@link ControllerCalls}, writes answers. */
public final class ControllerService extends ControllerGrpc.ControllerImplBase {
    private static final List<RPC.Type> CAPABILITIES = List.of(
            RPC.Type.CREATE_DELETE_VOLUME,
            RPC.Type.PUBLISH_UNPUBLISH_VOLUME,
            RPC.Type.PUBLISH_READONLY,
            RPC.Type.LIST_VOLUMES,
            RPC.Type.LIST_VOLUMES_PUBLISHED_NODES,
            RPC.Type.EXPAND_VOLUME,
            RPC.Type.SINGLE_NODE_MULTI_WRITER);

    private final StateFolder state;
    private final String topologyKey;
    private final ControllerCalls calls;
    private final VolumeListing listing;

    public ControllerService(PluginSettings settings, StateFolder state) {
        this.state = state;
        this.topologyKey = settings.topologyKey();
        this.calls = new ControllerCalls(state, settings.maxVolumeBytes());
        this.listing = new VolumeListing(state, topologyKey);
    }

    @Override
    public void createVolume(CreateVolumeRequest request, StreamObserver<CreateVolumeResponse> observer) {
        Answers.answer(observer, () -> {
            if (request.hasVolumeContentSource())
                throw Requests.invalid("volume_content_source: neither snapshots nor clones are offered");
            if (request.getParametersMutableCount() > 0)
                throw Requests.invalid("mutable_parameters: MODIFY_VOLUME is not offered");
            NewVolume wanted = new NewVolume(
                    Requests.name(request.getName()),
                    request.hasCapacityRange() ? Requests.size(request.getCapacityRange()) : SizeRange.ANY,
                    Requests.capabilities(request.getVolumeCapabilitiesList()),
                    Requests.parameters(request.getParametersMap()),
                    Requests.requisite(request.getAccessibilityRequirements(), topologyKey));
            return CreateVolumeResponse.newBuilder()
                    .setVolume(Responses.volume(calls.create(wanted), topologyKey))
                    .build();
        });
    }

    @Override
    public void deleteVolume(DeleteVolumeRequest request, StreamObserver<DeleteVolumeResponse> observer) {
        Answers.answer(observer, () -> {
            Optional<VolumeId> id = Requests.volumeId(request.getVolumeId());
            if (id.isPresent()) calls.delete(id.get());
            return DeleteVolumeResponse.getDefaultInstance();
        });
    }

    /** A directory has its new size immediately. A block volume's devices learn theirs by NodeExpandVolume. */
    @Override
    public void controllerExpandVolume(
            ControllerExpandVolumeRequest request, StreamObserver<ControllerExpandVolumeResponse> observer) {
        Answers.answer(observer, () -> {
            Optional<VolumeId> id = Requests.volumeId(request.getVolumeId());
            Requests.require(request.hasCapacityRange(), "capacity_range");
            SizeRange size = Requests.size(request.getCapacityRange());
            if (request.hasVolumeCapability()) Requests.requireWhole(request.getVolumeCapability());
            Volume volume = calls.expand(id.orElseThrow(() -> Requests.unknownVolume(request.getVolumeId())), size);
            return ControllerExpandVolumeResponse.newBuilder()
                    .setCapacityBytes(volume.capacityBytes())
                    .setNodeExpansionRequired(volume.isBlock())
                    .build();
        });
    }

    @Override
    public void controllerPublishVolume(
            ControllerPublishVolumeRequest request, StreamObserver<ControllerPublishVolumeResponse> observer) {
        Answers.answer(observer, () -> {
            Optional<VolumeId> id = Requests.volumeId(request.getVolumeId());
            Requests.require(!request.getNodeId().isEmpty(), "node_id");
            Requests.require(request.hasVolumeCapability(), "volume_capability");
            Capability capability = Requests.capability(request.getVolumeCapability());
            NodeId node = NodeId.parse(request.getNodeId())
                    .filter(state::knows)
                    .orElseThrow(() -> new RefusedException(
                            Reason.NOT_FOUND, "no instance of this plugin has served that node_id"));
            Publication publication = calls.publish(
                    id.orElseThrow(() -> Requests.unknownVolume(request.getVolumeId())),
                    node,
                    capability,
                    request.getReadonly());
            return ControllerPublishVolumeResponse.newBuilder()
                    .putAllPublishContext(Responses.publishContext(publication))
                    .build();
        });
    }

    @Override
    public void controllerUnpublishVolume(
            ControllerUnpublishVolumeRequest request, StreamObserver<ControllerUnpublishVolumeResponse> observer) {
        Answers.answer(observer, () -> {
            Optional<VolumeId> id = Requests.volumeId(request.getVolumeId());
            Optional<NodeId> node = NodeId.parse(request.getNodeId());
            // A node id of another form was never published to.
            if (id.isPresent() && (node.isPresent() || request.getNodeId().isEmpty())) calls.unpublish(id.get(), node);
            return ControllerUnpublishVolumeResponse.getDefaultInstance();
        });
    }

    @Override
    public void validateVolumeCapabilities(
            ValidateVolumeCapabilitiesRequest request, StreamObserver<ValidateVolumeCapabilitiesResponse> observer) {
        Answers.answer(observer, () -> validate(request));
    }

    private ValidateVolumeCapabilitiesResponse validate(ValidateVolumeCapabilitiesRequest request) throws IOException {
        Optional<VolumeId> id = Requests.volumeId(request.getVolumeId());
        Requests.require(request.getVolumeCapabilitiesCount() > 0, "volume_capabilities");
        request.getVolumeCapabilitiesList().forEach(Requests::requireWhole);
        Volume volume = calls.ready(id.orElseThrow(() -> Requests.unknownVolume(request.getVolumeId())));
        Optional<String> objection = Stream.concat(
                        request.getVolumeCapabilitiesList().stream().flatMap(c -> objection(volume, c).stream()),
                        otherObjections(volume, request))
                .findFirst();
        if (objection.isPresent())
            return ValidateVolumeCapabilitiesResponse.newBuilder()
                    .setMessage(objection.get())
                    .build();
        return ValidateVolumeCapabilitiesResponse.newBuilder()
                .setConfirmed(Confirmed.newBuilder()
                        .putAllVolumeContext(request.getVolumeContextMap())
                        .addAllVolumeCapabilities(request.getVolumeCapabilitiesList())
                        .putAllParameters(request.getParametersMap()))
                .build();
    }

    private static Optional<String> objection(Volume volume, VolumeCapability wanted) {
        try {
            Capability capability = Requests.capability(wanted);
            return volume.covers(capability)
                    ? Optional.empty()
                    : Optional.of("the volume was not made for " + capability.text());
        } catch (RefusedException e) {
            return Optional.of(e.refusal().message());
        }
    }

    private static Stream<String> otherObjections(Volume volume, ValidateVolumeCapabilitiesRequest request) {
        Stream.Builder<String> objections = Stream.builder();
        if (request.getParametersCount() > 0 && !request.getParametersMap().equals(volume.parameters()))
            objections.add("parameters: the volume was made with others");
        if (request.getParametersMutableCount() > 0) objections.add("mutable_parameters: MODIFY_VOLUME is not offered");
        if (!request.getVolumeContextMap()
                        .entrySet()
                        .containsAll(Responses.volumeContext(volume).entrySet())
                && request.getVolumeContextCount() > 0) objections.add("volume_context: is not this volume's");
        return objections.build();
    }

    @Override
    public void listVolumes(ListVolumesRequest request, StreamObserver<ListVolumesResponse> observer) {
        Answers.answer(observer, () -> listing.list(request.getMaxEntries(), request.getStartingToken()));
    }

    @Override
    public void controllerGetCapabilities(
            ControllerGetCapabilitiesRequest request, StreamObserver<ControllerGetCapabilitiesResponse> observer) {
        Answers.answer(observer, () -> ControllerGetCapabilitiesResponse.newBuilder()
                .addAllCapabilities(CAPABILITIES.stream()
                        .map(type -> ControllerServiceCapability.newBuilder()
                                .setRpc(RPC.newBuilder().setType(type))
                                .build())
                        .toList())
                .build());
    }
}
