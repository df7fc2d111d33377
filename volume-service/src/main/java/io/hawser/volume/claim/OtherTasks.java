package io.hawser.volume.claim;

import io.hawser.v1.Fingerprint;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Claim.State;
import io.hawser.volume.lifecycle.Obstacle;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What a decision about a task changes for others, which are woken then. */
final class OtherTasks {
    private OtherTasks() {}

    /** Whether others see another claim of this task that waits only because of a volume's users. */
    static boolean queueChanged(ClaimDecision.Input input, List<Claim> now) {
        return !queue(input.claims()).equals(queue(now));
    }

    private static Map<String, List<Object>> queue(List<Claim> claims) {
        return claims.stream()
                .filter(Claim::onlyOccupancy)
                .collect(Collectors.toMap(
                        Claim::target,
                        claim -> List.of(claim.awaits(), claim.node(), claim.readOnly(), claim.flags())));
    }

    /** Whether the task takes the last place on its node. */
    static boolean fillsNode(ClaimDecision.Input input, List<Claim> now) {
        Map<PluginName, Set<VolumeName>> used = new HashMap<>();
        Set<VolumeName> granted = now.stream()
                .filter(claim -> claim.state() == State.GRANTED)
                .flatMap(claim -> claim.volume().stream())
                .collect(Collectors.toSet());
        input.volumes().stream()
                .filter(volume -> granted.contains(volume.name()))
                .forEach(volume -> used.computeIfAbsent(volume.plugin(), _ -> new TreeSet<>())
                        .add(volume.name()));
        return used.entrySet().stream().anyMatch(plugin -> {
            Set<VolumeName> before = input.node().used().getOrDefault(plugin.getKey(), Set.of());
            Fingerprint there = input.node().nodePlugins().get(plugin.getKey());
            Set<VolumeName> after = new TreeSet<>(before);
            after.addAll(plugin.getValue());
            return there != null
                    && there.getMaxVolumes() > 0
                    && after.size() >= there.getMaxVolumes()
                    && after.size() > before.size();
        });
    }

    /** The reason counts too: a volume that did not exist yet did not count the claims that waited for it. */
    static Set<VolumeName> awaited(ClaimDecision.Input input, List<Claim> now) {
        return input.volumes().stream()
                .map(VolumeView::name)
                .filter(volume -> !waiting(volume, input.claims()).equals(waiting(volume, now)))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Map<String, Optional<Obstacle>> waiting(VolumeName volume, List<Claim> claims) {
        return claims.stream()
                .filter(claim -> !claim.holds() && claim.source().equals(volume.value()))
                .collect(Collectors.toMap(Claim::target, Claim::obstacle));
    }
}
