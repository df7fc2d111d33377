package io.hawser.conformance.scenario;

import io.hawser.bus.topic.HawserTopic;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** The grave disturbances of seeded runs, one a run: so many seeds in a row as there are kinds bring each. */
enum Misfortune {
    DATABASE_READ_ONLY,
    NODE_DESTROYED,
    DATABASE_FULL,
    SECOND_AGENT,
    DATABASE_IN_SCHEMA_DRIFT,
    DEAD_MOUNT,
    DATABASE_STANDS_STILL,
    LOG_TRUNCATED,
    DATABASE_BLACK_HOLED,
    PLUGIN_GONE,
    DATABASE_RESTORED,
    EVENTS_DELETED,
    ASSIGNMENTS_DELETED;

    static Misfortune of(long seed) {
        return values()[(int) Math.floorMod(seed, (long) values().length)];
    }

    /** What comes last: a plugin that came back once does not do so again. */
    Optional<Act> atTheEnd() {
        return this == PLUGIN_GONE ? Optional.of(new Act.PluginGivenUp()) : Optional.empty();
    }

    /** In the order in which they happen; what lies between two of them is drawn elsewhere. */
    static List<Act> draw(long seed, List<String> nodes) {
        // Of its own: what else a seed draws does not depend on how many kinds there are.
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
            case SECOND_AGENT -> acts.add(new Act.SecondAgentFor(node, millis));
            case DEAD_MOUNT -> acts.add(new Act.DeadMountFor(random.nextInt(1000), millis));
            // Longer than agents wait before they say that a plugin is gone.
            case PLUGIN_GONE -> acts.add(new Act.PluginAway(6500 + random.nextInt(1000)));
        }
        return acts;
    }
}
