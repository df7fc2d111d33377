package io.hawser.strict;

import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.strict.call.Capabilities;
import io.hawser.strict.call.CapabilityProfiles;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/** Few sets of capabilities in which every two of them occur on and off in all four ways. */
final class PairwiseCapabilities {

    private static final int DRAWS = 60;

    /**
     * No switch turns ONLINE into OFFLINE, and without attaching it is the node itself that such a volume has to leave.
     */
    private static final String OFFLINE_WITHOUT_ATTACH =
            "offline-expansion,-controller:PUBLISH_UNPUBLISH_VOLUME,-controller:PUBLISH_READONLY";

    private record Pair(int one, boolean oneOn, int other, boolean otherOn) {}

    private PairwiseCapabilities() {}

    /** As the command line would write them; the same each time. */
    static List<String> sets() {
        List<String> switches = switches();
        Set<Pair> open = new HashSet<>(pairs(switches.size()));
        Random random = new Random(1);
        List<String> sets = new ArrayList<>();
        while (!open.isEmpty()) {
            boolean[] best = new boolean[0];
            Set<Pair> covered = Set.of();
            for (int i = 0; i < DRAWS; i++) {
                boolean[] drawn = new boolean[switches.size()];
                for (int s = 0; s < drawn.length; s++) {
                    drawn[s] = random.nextBoolean();
                }
                Set<Pair> covers = new HashSet<>(open);
                covers.removeIf(pair -> drawn[pair.one()] != pair.oneOn() || drawn[pair.other()] != pair.otherOn());
                if (covers.size() > covered.size()) {
                    covered = covers;
                    best = drawn;
                }
            }
            if (!covered.isEmpty()) {
                open.removeAll(covered);
                sets.add(text(switches, best));
            }
        }
        sets.add(OFFLINE_WITHOUT_ATTACH);
        return sets;
    }

    /** All that can be switched off in a plugin whose controller creates volumes. */
    private static List<String> switches() {
        Capabilities full = CapabilityProfiles.full();
        return Stream.of(
                        Stream.of("plugin:VOLUME_ACCESSIBILITY_CONSTRAINTS", "plugin:GROUP_CONTROLLER_SERVICE"),
                        Stream.of("expansion:ONLINE"),
                        full.controller().stream()
                                .filter(type -> type != ControllerServiceCapability.RPC.Type.CREATE_DELETE_VOLUME)
                                .map(type -> "controller:" + type),
                        full.node().stream().map((NodeServiceCapability.RPC.Type type) -> "node:" + type))
                .flatMap(names -> names)
                .sorted()
                .toList();
    }

    private static List<Pair> pairs(int count) {
        List<Pair> pairs = new ArrayList<>();
        for (int one = 0; one < count; one++) {
            for (int other = one + 1; other < count; other++) {
                for (int ways = 0; ways < 4; ways++) {
                    pairs.add(new Pair(one, (ways & 1) == 1, other, (ways & 2) == 2));
                }
            }
        }
        return pairs;
    }

    private static String text(List<String> switches, boolean[] on) {
        StringBuilder text = new StringBuilder("full");
        for (int i = 0; i < on.length; i++) {
            if (!on[i]) {
                text.append(",-").append(switches.get(i));
            }
        }
        return text.toString();
    }
}
