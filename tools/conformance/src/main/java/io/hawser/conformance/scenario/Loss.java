package io.hawser.conformance.scenario;

import io.hawser.bus.topic.HawserTopic;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * The serious disturbances of seeded runs, one for each run. As many successive seeds as there are kinds bring each of
 * them.
 */
enum Loss {
    DATABASE_READ_ONLY,
    NODE_DESTROYED,
    DATABASE_FULL,
    SECOND_AGENT,
    DATABASE_IN_SCHEMA_DRIFT,
    DEAD_MOUNT,
    DATABASE_STANDS_STILL,
    LOG_TRUNCATED,
    DATABASE_BLACK_HOLED,
    PLUGIN_UNINSTALLED,
    DATABASE_RESTORED,
    EVENTS_DELETED,
    ASSIGNMENTS_DELETED,
    NODE_REBOOTED;

    static Loss of(long seed) {
        return values()[(int) Math.floorMod(seed, (long) values().length)];
    }

    /** The last act of the run: a plugin that came back once does not come back again. */
    Optional<Act> atTheEnd() {
        return this == PLUGIN_UNINSTALLED ? Optional.of(new Act.PluginGivenUp()) : Optional.empty();
    }

    /** The acts in the order in which they happen; acts between them are drawn elsewhere. */
    static List<Act> draw(long seed, List<String> nodes) {
        // A generator of its own, so that the other draws of a seed do not depend on the number of kinds.
        Random random = new Random(~seed);
        String node = nodes.get(random.nextInt(nodes.size()));
        int millis = 1500 + random.nextInt(2500);
        List<Act> acts = new ArrayList<>();
        switch (of(seed)) {
            case DATABASE_READ_ONLY -> acts.add(new Act.TroubleDatabase(Act.Trouble.READ_ONLY, millis));
            case DATABASE_FULL -> acts.add(new Act.TroubleDatabase(Act.Trouble.FULL, millis));
            case DATABASE_IN_SCHEMA_DRIFT -> acts.add(new Act.TroubleDatabase(Act.Trouble.SCHEMA_DRIFT, millis));
            case DATABASE_STANDS_STILL -> acts.add(new Act.TroubleDatabase(Act.Trouble.STANDS_STILL, millis));
            case DATABASE_BLACK_HOLED -> acts.add(new Act.TroubleDatabase(Act.Trouble.BLACK_HOLED, millis));
            case DATABASE_RESTORED -> {
                acts.add(new Act.BackUpDatabase());
                acts.add(new Act.RestoreDatabase());
            }
            case EVENTS_DELETED -> acts.add(new Act.DeleteTopic(HawserTopic.EVENTS));
            case ASSIGNMENTS_DELETED -> acts.add(new Act.DeleteTopic(HawserTopic.ASSIGNMENTS));
            case LOG_TRUNCATED -> acts.add(new Act.TruncateLog(Optional.empty()));
            case NODE_DESTROYED -> acts.add(new Act.BurnNode(node, millis));
            case NODE_REBOOTED -> acts.add(new Act.RebootNode(node, millis));
            case SECOND_AGENT -> acts.add(new Act.SecondAgentFor(node, millis));
            case DEAD_MOUNT -> acts.add(new Act.DeadMountFor(random.nextInt(1000), millis));
            // Mostly longer than an agent waits for a plugin without volumes on its node.
            case PLUGIN_UNINSTALLED -> acts.add(new Act.UninstallPluginFor(6500 + random.nextInt(5000)));
        }
        return acts;
    }
}
