package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.lifecycle.Scenes.NOW;
import static io.hawser.volume.lifecycle.Scenes.PLUGIN;
import static io.hawser.volume.lifecycle.Scenes.facts;
import static io.hawser.volume.lifecycle.Scenes.granted;

import io.hawser.v1.MountReport;
import io.hawser.v1.MountedTarget;
import io.hawser.volume.id.NodeName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the tests of the conditions start from, and what they ask. */
final class ConditionScenes {
    static final List<Claim> HELD = List.of(granted("a", N1));
    static final VolumeInputs AWAY = facts(Scenes.plugin("", true, true, 7), false);

    private ConditionScenes() {}

    static VolumeInputs orphans(Map<NodeName, VolumeInputs.Orphan> orphans) {
        return new VolumeInputs(Optional.of(PLUGIN), Map.of(), false, orphans, Map.of(), Set.of());
    }

    static String message(String type, Volume volume, List<Claim> claims, VolumeInputs inputs) {
        return later(volume, claims, inputs).stream()
                .filter(condition -> condition.type().word().equals(type))
                .map(Conditions.Condition::message)
                .findFirst()
                .orElse("there is no " + type);
    }

    static List<String> types(Volume volume, List<Claim> claims, VolumeInputs inputs) {
        return later(volume, claims, inputs).stream()
                .map(condition -> condition.type().word())
                .toList();
    }

    static List<Conditions.Condition> later(Volume volume, List<Claim> claims, VolumeInputs inputs) {
        return Conditions.of(input(volume, claims, inputs), NOW.plusSeconds(60));
    }

    static Conditions.Input input(Volume volume, List<Claim> claims, VolumeInputs inputs) {
        return new Conditions.Input(volume, claims, inputs, Optional.empty(), Optional.empty());
    }

    static MountReport.Builder report(Volume volume) {
        return MountReport.newBuilder()
                .setNode("n1")
                .setGeneration(volume.publications().get(N1).generation())
                .setRevision(1);
    }

    static MountedTarget.Builder target(String message) {
        return MountedTarget.newBuilder().setId("a.0").setMessage(message);
    }
}
