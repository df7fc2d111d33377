package io.hawser.volume.node.db;

import io.hawser.ledger.tx.db.DatabaseLife;
import io.hawser.v1.NodeAgent;
import io.hawser.volume.id.NodeName;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashMap;
import java.util.Map;

/**
 * Which records of nodes' agents this process has published in this life of the database. The others are published
 * again when their agents are heard: a lost database, or a replica of an older version, may have left another answer on
 * the topic, or none.
 */
@ApplicationScoped
class PublishedAgents {
    private final DatabaseLife life;
    private final Map<NodeName, NodeAgent> agents = new HashMap<>();
    private long since;

    PublishedAgents(DatabaseLife life) {
        this.life = life;
    }

    synchronized boolean has(NodeName node, NodeAgent agent) {
        forgetLostLife();
        return agent.equals(agents.get(node));
    }

    /** To be run when the record is published: it notes that. */
    synchronized Runnable adding(NodeName node, NodeAgent agent) {
        forgetLostLife();
        long now = since;
        return () -> add(now, node, agent);
    }

    private synchronized void add(long then, NodeName node, NodeAgent agent) {
        if (then == life.number()) {
            agents.put(node, agent);
        }
    }

    private void forgetLostLife() {
        if (since != life.number()) {
            since = life.number();
            agents.clear();
        }
    }
}
