package io.hawser.conformance.scenario;

import io.hawser.bus.service.HawserService;
import io.hawser.local.service.DataServices;
import io.hawser.local.service.LocalServices;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

final class Disturbances {
    private static final int SOME = 3;
    private static final int DATA = 2;

    private Disturbances() {}

    /**
     * @param otherVersion the capabilities of the plugin after it was replaced
     * @return in the order in which they happen
     */
    static List<Act> draw(Random random, List<String> nodes, String otherVersion) {
        List<String> processes = new ArrayList<>(HawserService.namesWithDatabase());
        nodes.forEach(node -> processes.add(LocalServices.agentName(node)));
        // A second disturbance of the same process would show nothing new: each process is disturbed at most once.
        Collections.shuffle(processes, random);
        List<Act> drawn = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(SOME); i++) {
            drawn.add(
                    random.nextInt(SOME) < 2
                            ? new Act.Kill(processes.get(i), random.nextInt(500))
                            : new Act.Freeze(processes.get(i), 300 + random.nextInt(3500)));
        }
        switch (random.nextInt(5)) {
            case 0 -> drawn.add(new Act.Restart(DataServices.BROKER));
            case 1 -> drawn.add(new Act.Kill(DataServices.BROKER, random.nextInt(500)));
            case DATA -> drawn.add(new Act.Restart(DataServices.POSTGRES));
            default -> {
                // The others stay.
            }
        }
        if (random.nextInt(3) == 0) {
            drawn.add(new Act.LoseNode(
                    nodes.get(random.nextInt(nodes.size())), 500 + random.nextInt(2000), random.nextBoolean()));
        }
        if (random.nextInt(3) == 0) {
            drawn.add(new Act.UpgradePlugin(otherVersion, 100 + random.nextInt(1200)));
        }
        if (random.nextInt(3) == 0) {
            drawn.add(new Act.FlapPlugin(2 + random.nextInt(SOME), 50 + random.nextInt(500)));
        }
        for (int i = 0; i < 1 + random.nextInt(3); i++) {
            drawn.add(new Act.Duplicate(random.nextInt(1000)));
        }
        Act.Malformation[] ways = Act.Malformation.values();
        for (int i = 0; i < 1 + random.nextInt(3); i++) {
            drawn.add(new Act.Malform(ways[random.nextInt(ways.length)], random.nextInt(1000)));
        }
        for (int i = 0; i < 1 + random.nextInt(2); i++) {
            drawn.add(new Act.Repeat(Act.OWN.get(random.nextInt(Act.OWN.size())), random.nextInt(1000)));
        }
        // An agent that is away writes no dead letter about a record that it did not read.
        drawn.add(new Act.Spoil(Act.OWN.get(random.nextInt(Act.OWN.size() - 1)), random.nextInt(1000)));
        if (random.nextInt(4) == 0) {
            drawn.add(new Act.EmptyAssignments(nodes.get(random.nextInt(nodes.size())), random.nextInt(500)));
        }
        Collections.shuffle(drawn, random);
        return List.copyOf(drawn);
    }
}
