package io.hawser.cli.text;

import io.hawser.v1.ClaimCounts;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumeCondition;
import io.hawser.v1.VolumeOnNode;
import io.hawser.v1.VolumePhase;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public final class VolumeText {
    private static final String ACTIVE = "active";

    private VolumeText() {}

    public static Table table() {
        return new Table("NAME", "PHASE", "PLUGIN", "SIZE", "ACCESS", "CLAIMS", "NODES", "AGE", "CONDITIONS");
    }

    public static void row(Table table, Volume volume, Instant now) {
        table.row(
                volume.getName(),
                phase(volume),
                volume.getSpec().getPlugin(),
                size(volume),
                access(volume),
                claims(volume.getClaims()),
                nodes(volume),
                age(volume, now),
                Stream.concat(
                                Stream.of(availability(volume))
                                        .filter(word -> !word.equals(ACTIVE))
                                        .map(word -> "availability=" + word),
                                volume.getConditionsList().stream()
                                        .map(VolumeCondition::getType)
                                        .distinct())
                        .collect(Collectors.joining(",")));
    }

    public static String status(Volume volume) {
        Table table = new Table("VOLUME", volume.getName());
        table.row("phase", phase(volume));
        table.row("uid", volume.getUid());
        table.row("plugin", volume.getSpec().getPlugin());
        table.row("plugin's id", volume.getInfo().getVolumeId());
        table.row("group", volume.getSpec().getGroup());
        table.row("labels", pairs(volume.getSpec().getLabelsMap()));
        table.row("parameters", pairs(volume.getSpec().getParametersMap()));
        table.row("size", size(volume));
        table.row("access", access(volume));
        table.row("availability", availability(volume));
        table.row("claims", claims(volume.getClaims()));
        volume.getNodesList().forEach(node -> table.row("on " + node.getNode(), onNode(node)));
        more(table, volume.getMoreNodes(), "nodes");
        volume.getConditionsList().forEach(condition -> table.row("condition", condition(condition)));
        more(table, volume.getMoreConditions(), "conditions");
        return table.text();
    }

    /** Since its command was accepted. */
    private static String age(Volume volume, Instant now) {
        return volume.hasRequested() ? Since.ago(Since.instant(volume.getRequested()), now) : "";
    }

    private static String pairs(Map<String, String> pairs) {
        return pairs.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(pair -> pair.getKey() + "=" + pair.getValue())
                .collect(Collectors.joining(", "));
    }

    private static void more(Table table, int count, String of) {
        if (count > 0) {
            table.row("…", "and " + count + " more " + of);
        }
    }

    /** The volume's conditions in words; empty if it has none. */
    public static String conditions(Volume volume) {
        return volume.getConditionsList().stream().map(VolumeText::condition).collect(Collectors.joining("; "));
    }

    /** Why the plugin refuses to create it, if it does: only a person can end that. */
    public static Optional<String> refusedCreation(Volume volume) {
        return volume.getPhase() != VolumePhase.VOLUME_PHASE_CREATING
                ? Optional.empty()
                : volume.getConditionsList().stream()
                        .filter(condition -> condition.getType().equals("Rejected")
                                && condition.getNode().isEmpty())
                        .map(VolumeCondition::getMessage)
                        .findFirst();
    }

    private static String condition(VolumeCondition condition) {
        return condition.getType()
                + (condition.getNode().isEmpty() ? "" : " on " + condition.getNode())
                + (condition.hasSince() ? ", " + Since.of(condition.getSince()) : "")
                + (condition.getMessage().isEmpty() ? "" : ": " + condition.getMessage());
    }

    private static String phase(Volume volume) {
        String phase = Words.of(volume.getPhase());
        return volume.getRemovalRequested() && !phase.equals("removing") ? phase + " (removal asked)" : phase;
    }

    private static String size(Volume volume) {
        long known = volume.getInfo().getCapacityBytes();
        return Size.text(known > 0 ? known : volume.getSpec().getCapacity().getRequiredBytes());
    }

    private static String access(Volume volume) {
        String scope = Words.of(volume.getSpec().getScope());
        String sharing = Words.of(volume.getSpec().getSharing());
        return (scope.equals("unspecified") ? "single-node" : scope)
                + "/"
                + (sharing.equals("unspecified") ? "none" : sharing)
                + (volume.getSpec().hasBlock() ? "/block" : "");
    }

    private static String availability(Volume volume) {
        String availability = Words.of(volume.getSpec().getAvailability());
        return availability.equals("unspecified") ? ACTIVE : availability;
    }

    private static String claims(ClaimCounts claims) {
        return claims.getGranted() + " granted, " + claims.getWaiting() + " waiting"
                + (claims.getReleasing() > 0 ? ", " + claims.getReleasing() + " releasing" : "");
    }

    private static String nodes(Volume volume) {
        return volume.getNodesList().stream()
                        .map(node -> node.getNode() + ":" + Words.of(node.getState()))
                        .collect(Collectors.joining(","))
                + (volume.getMoreNodes() > 0 ? ",… " + volume.getMoreNodes() + " more" : "");
    }

    private static String onNode(VolumeOnNode node) {
        return Words.of(node.getState()) + (node.getMessage().isEmpty() ? "" : ": " + node.getMessage());
    }
}
