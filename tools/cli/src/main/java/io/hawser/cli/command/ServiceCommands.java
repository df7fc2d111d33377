package io.hawser.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.rest.DeallocatorClient.Kind;
import io.hawser.cli.rest.ServiceStatus;
import io.hawser.cli.text.DeletionText;
import io.hawser.cli.text.Table;
import io.hawser.v1.Service;
import io.hawser.v1.ServiceVolume;
import io.hawser.v1.VolumePolicy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "service",
        description = "Creates, shows and marks for deletion the services that tasks belong to.",
        subcommands = {
            ServiceCommands.Create.class,
            ServiceCommands.Remove.class,
            ServiceCommands.ListAll.class,
            ServiceCommands.Status.class
        })
final class ServiceCommands {

    @Command(
            name = "create",
            description = "Writes a service's record.",
            footerHeading = RecordFile.FOOTER,
            footer = {
                "  name: app",
                "  networks: [net]",
                "  volumes:",
                "    - name: data",
                "      policy: VOLUME_POLICY_DELETE"
            })
    static final class Create extends CreateCommand<Service> {
        @Option(names = "--network", paramLabel = "NETWORK", description = "Belongs to it. May be repeated.")
        private List<String> networks = new ArrayList<>();

        @Option(
                names = "--volume",
                paramLabel = "VOLUME[:retain|delete]",
                description = "Belongs to it; kept (default) or removed with it. May be repeated.")
        private List<ServiceVolume> volumes = new ArrayList<>();

        Create() {
            super(Kind.SERVICE, HawserTopic.SERVICES, Service.getDefaultInstance());
        }

        @Override
        Service record(String name) {
            return Service.newBuilder()
                    .setName(name)
                    .addAllNetworks(networks)
                    .addAllVolumes(volumes)
                    .build();
        }

        @Override
        String name(Service service) {
            return service.getName();
        }

        @Override
        void check(Known known, Session session, Service service) {
            known.networks(session, service.getName(), service.getNetworksList());
            service.getVolumesList().forEach(volume -> known.volume(session, volume.getName()));
        }

        @Override
        boolean marked(Service service) {
            return service.getPendingDelete();
        }

        @Override
        Service content(Service service) {
            return service.toBuilder()
                    .clearNetworks()
                    .addAllNetworks(service.getNetworksList().stream().sorted().toList())
                    .clearVolumes()
                    .addAllVolumes(service.getVolumesList().stream()
                            .map(Create::withPolicy)
                            .sorted(Comparator.comparing(ServiceVolume::getName)
                                    .thenComparing(ServiceVolume::getPolicy))
                            .toList())
                    .build();
        }

        private static ServiceVolume withPolicy(ServiceVolume volume) {
            return volume.getPolicy() == VolumePolicy.VOLUME_POLICY_UNSPECIFIED
                    ? volume.toBuilder()
                            .setPolicy(VolumePolicy.VOLUME_POLICY_RETAIN)
                            .build()
                    : volume;
        }

        @Override
        boolean shows(JsonNode shown, Service service) {
            // A volume without a policy is kept.
            Map<Boolean, Set<String>> removedWithIt = service.getVolumesList().stream()
                    .collect(Collectors.partitioningBy(
                            volume -> volume.getPolicy() == VolumePolicy.VOLUME_POLICY_DELETE,
                            Collectors.mapping(ServiceVolume::getName, Collectors.toSet())));
            return set(shown.path("networks")).equals(Set.copyOf(service.getNetworksList()))
                    && set(shown.path("ownVolumes")).equals(removedWithIt.get(true))
                    // An older version does not show them.
                    && (!shown.has("keptVolumes")
                            || set(shown.path("keptVolumes")).equals(removedWithIt.get(false)));
        }

        private static Set<String> set(JsonNode list) {
            return texts(list).collect(Collectors.toSet());
        }
    }

    @Command(
            name = "remove",
            aliases = {"rm", "delete"},
            description = "Marks a service for deletion, and with it its volumes of policy DELETE; it happens after the"
                    + " last live task. It cannot be undone.")
    static final class Remove extends RemoveCommand<Service> {
        Remove() {
            super(Kind.SERVICE, HawserTopic.SERVICES, Service.getDefaultInstance());
        }

        @Override
        Service marked(Service service) {
            return service.toBuilder().setPendingDelete(true).build();
        }

        @Override
        String with(Service service) {
            List<String> volumes = service.getVolumesList().stream()
                    .filter(volume -> volume.getPolicy() == VolumePolicy.VOLUME_POLICY_DELETE)
                    .map(ServiceVolume::getName)
                    .toList();
            return volumes.isEmpty() ? "" : ", and at its end volumes " + String.join(", ", volumes);
        }
    }

    @Command(
            name = "list",
            aliases = {"ls", "get"},
            description = "Shows services, and what those marked for deletion wait for.")
    static final class ListAll extends ListCommand<JsonNode> {
        ListAll() {
            super(
                    "service",
                    service -> service.path("name").asText(),
                    JsonNode::toPrettyString,
                    () -> new Table("SERVICE", "NETWORKS", "VOLUMES REMOVED WITH IT", "DELETION", "MESSAGE"),
                    ListAll::row);
        }

        @Override
        Stream<JsonNode> all(Session session) {
            return session.deletions().list(Kind.SERVICE);
        }

        @Override
        String none() {
            return "no services; `./hawser service create NAME` makes one";
        }

        private static void row(Table table, JsonNode service) {
            table.row(
                    service.path("name").asText(),
                    names(service.path("networks")),
                    names(service.path("ownVolumes")),
                    service.path("deletion").path("state").asText(),
                    service.path("deletion").path("message").asText());
        }

        private static String names(JsonNode list) {
            return texts(list).collect(Collectors.joining(","));
        }
    }

    @Command(
            name = "status",
            aliases = {"describe", "inspect"},
            description = "Shows who holds services, what is still to be read before they are deallocated, and what"
                    + " becomes of their networks and volumes.")
    static final class Status extends StatusOfNamed<JsonNode> {
        Status() {
            super(
                    Kind.SERVICE.word(),
                    (name, found) -> DeletionText.service(name, ServiceStatus.parse(found)),
                    JsonNode::toPrettyString);
        }

        @Override
        Optional<JsonNode> find(Session session, String name) {
            return session.deletions().serviceStatus(name);
        }
    }

    static Stream<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::asText);
    }
}
