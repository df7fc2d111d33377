package io.hawser.cli.rest;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/**
 * A service, and what becomes of what belongs to it.
 *
 * @param deletion of the service; empty if its record is gone
 * @param networks that it refers to
 * @param ownVolumes that are deleted with it
 * @param resources those of them that are known; without the record, those that its end deletes
 */
public record ServiceStatus(
        Optional<Deletion> deletion, List<String> networks, List<String> ownVolumes, List<Resource> resources) {
    public ServiceStatus {
        networks = List.copyOf(networks);
        ownVolumes = List.copyOf(ownVolumes);
        resources = List.copyOf(resources);
    }

    /**
     * A network or a volume.
     *
     * @param kind {@code network} or {@code volume}
     * @param retainedBy a service that has ended and said RETAIN
     * @param leaving whether its owner is removing it
     */
    public record Resource(String kind, Optional<String> retainedBy, boolean leaving, Deletion deletion) {
        public String name() {
            return deletion.name();
        }

        private static Resource parse(JsonNode json) {
            JsonNode resource = json.path("resource");
            return new Resource(
                    json.path("kind").asText(),
                    resource.hasNonNull("retainedBy")
                            ? Optional.of(resource.path("retainedBy").asText())
                            : Optional.empty(),
                    resource.path("leaving").asBoolean(),
                    Deletion.parse(resource));
        }
    }

    public static ServiceStatus parse(JsonNode json) {
        JsonNode service = json.path("service");
        return new ServiceStatus(
                service.isObject() ? Optional.of(Deletion.parse(service)) : Optional.empty(),
                texts(service.path("networks")),
                texts(service.path("ownVolumes")),
                json.path("resources").valueStream().map(Resource::parse).toList());
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::asText).toList();
    }
}
