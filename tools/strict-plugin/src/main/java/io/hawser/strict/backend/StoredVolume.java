package io.hawser.strict.backend;

import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.Topology;
import io.hawser.csi.v1.Volume;
import io.hawser.csi.v1.VolumeCapability;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A volume in the plugin's state, with the places where it is attached, staged and published. */
public final class StoredVolume {

    /** An attachment to a node; incomplete after an attach or detach that stopped half-way. */
    public record Attachment(
            VolumeCapability capability, boolean readonly, Map<String, String> context, boolean complete) {
        Attachment incomplete() {
            return new Attachment(capability, readonly, context, false);
        }
    }

    /** A staging on a node; incomplete if the directory is prepared and nothing is mounted. */
    public record Staging(String path, VolumeCapability capability, boolean complete) {
        Staging incomplete() {
            return new Staging(path, capability, false);
        }
    }

    /** A publication at a target path of a node. */
    public record Publication(VolumeCapability capability, boolean readonly) {}

    final String id;
    final String name;
    final CreateVolumeRequest request;
    final Map<String, String> context;
    final List<Topology> topology;
    final Map<String, Attachment> attachments = new LinkedHashMap<>();
    final Map<String, Staging> stagings = new LinkedHashMap<>();
    final Map<String, Map<String, Publication>> publications = new LinkedHashMap<>();
    long capacity;
    boolean complete;

    StoredVolume(
            String id,
            String name,
            CreateVolumeRequest request,
            Map<String, String> context,
            List<Topology> topology,
            long capacity,
            boolean complete) {
        this.id = id;
        this.name = name;
        this.request = request;
        this.context = Map.copyOf(context);
        this.topology = List.copyOf(topology);
        this.capacity = capacity;
        this.complete = complete;
    }

    /** A volume that was not created through the plugin. */
    static StoredVolume empty(String id, String name) {
        return new StoredVolume(id, name, CreateVolumeRequest.getDefaultInstance(), Map.of(), List.of(), 0, true);
    }

    Volume toMessage() {
        Volume.Builder volume = Volume.newBuilder()
                .setVolumeId(id)
                .setCapacityBytes(capacity)
                .putAllVolumeContext(context)
                .addAllAccessibleTopology(topology);
        if (request.hasVolumeContentSource()) {
            volume.setContentSource(request.getVolumeContentSource());
        }
        return volume.build();
    }

    public String id() {
        return id;
    }

    public String name() {
        return name;
    }

    /** The request that made the volume, without its secrets; an empty one if it was not created through the plugin. */
    public CreateVolumeRequest request() {
        return request;
    }

    public Map<String, String> context() {
        return context;
    }

    /** By node id, including incomplete attachments. */
    public Map<String, Attachment> attachments() {
        return Map.copyOf(attachments);
    }

    public Map<String, Staging> stagings() {
        return Map.copyOf(stagings);
    }

    /** By node id, then by target path. */
    public Map<String, Map<String, Publication>> publications() {
        Map<String, Map<String, Publication>> copy = new LinkedHashMap<>();
        publications.forEach((node, targets) -> copy.put(node, Map.copyOf(targets)));
        return copy;
    }

    Map<String, Publication> targetsOn(String node) {
        return publications.computeIfAbsent(node, n -> new LinkedHashMap<>());
    }

    boolean inUse() {
        return !attachments.isEmpty()
                || !stagings.isEmpty()
                || publications.values().stream().anyMatch(targets -> !targets.isEmpty());
    }
}
