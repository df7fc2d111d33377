package io.hawser.deallocator.kafka;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.deallocator.deletion.Kind;
import io.hawser.deallocator.deletion.Reference;
import io.hawser.deallocator.inventory.Fact;
import io.hawser.message.Events;
import io.hawser.v1.Network;
import io.hawser.v1.Service;
import io.hawser.v1.ServiceVolume;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumePolicy;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The kinds of resources that services refer to. The paths of the REST pages name them, too. */
public record Kinds(List<ResourceKind> all) {
    public static final ResourceKind NETWORK = new ResourceKind(
            Kind.NETWORK,
            HawserTopic.NETWORKS,
            message -> message instanceof Network network
                    ? Optional.of(new Fact.ResourceIs(
                            Kind.NETWORK.id(network.getName()),
                            Optional.of(network.getPendingDelete()),
                            "",
                            false,
                            Optional.empty()))
                    : Optional.empty(),
            service -> service.getNetworksList().stream()
                    .map(name -> new Reference(Kind.NETWORK.id(name), Reference.Policy.NONE)),
            GivenBack.BY_DEALLOCATION);

    public static final ResourceKind VOLUME = new ResourceKind(
            Kind.VOLUME,
            HawserTopic.VOLUMES,
            message -> message instanceof Volume volume
                    ? Optional.of(new Fact.ResourceIs(
                            Kind.VOLUME.id(volume.getName()),
                            Optional.empty(),
                            volume.getUid(),
                            volume.getRemovalRequested(),
                            Events.instant(volume.hasRequested(), volume.getRequested())))
                    : Optional.empty(),
            service -> volumes(service.getVolumesList()),
            GivenBack.BY_REMOVAL);

    public static final Kinds HAWSERS = new Kinds(List.of(NETWORK, VOLUME));

    public Kinds {
        all = List.copyOf(all);
    }

    public Set<Reference> references(Service service) {
        return all.stream().flatMap(kind -> kind.referenced().apply(service)).collect(Collectors.toUnmodifiableSet());
    }

    /** @throws IllegalArgumentException if there is no such kind */
    public ResourceKind of(String word) {
        return all.stream()
                .filter(kind -> kind.kind().word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no kind of resource is called " + word));
    }

    /** The kind whose own records are on that topic. */
    public Optional<ResourceKind> on(HawserTopic topic) {
        return all.stream().filter(kind -> kind.topic() == topic).findFirst();
    }

    /** A volume that is listed twice has one reference; to retain is stronger. */
    private static Stream<Reference> volumes(Collection<ServiceVolume> listed) {
        return listed.stream()
                .collect(Collectors.toMap(ServiceVolume::getName, Kinds::policy, Reference.Policy::stronger))
                .entrySet()
                .stream()
                .map(volume -> new Reference(Kind.VOLUME.id(volume.getKey()), volume.getValue()));
    }

    private static Reference.Policy policy(ServiceVolume volume) {
        return volume.getPolicy() == VolumePolicy.VOLUME_POLICY_DELETE
                ? Reference.Policy.DELETE
                : Reference.Policy.RETAIN;
    }
}
