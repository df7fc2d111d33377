package io.hawser.volume.node.kafka;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.operator.api.StateRecords;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.v1.NodeAgent;
import io.hawser.volume.kafka.Publishing;
import io.hawser.volume.node.NodeAgentReport;
import io.hawser.volume.node.db.SpeakerRow;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;

/** Writes again which agent counts as each node's. */
@ApplicationScoped
public class NodeAgentRepublish {
    private final Publishing publishing;

    public NodeAgentRepublish(Publishing publishing) {
        this.publishing = publishing;
    }

    /** Before the assignments: an agent must know whether they are for it. */
    @Singleton
    @Priority(1)
    StateRecords records() {
        return new StateRecords(Set.of(HawserTopic.ASSIGNMENTS), this::page);
    }

    private Uni<StateRecords.Page> page(LedgerTransaction tx, String after, int limit) {
        return tx.select(SpeakerRow.class, "where r.node > $1 order by r.node limit $2 for no key update", after, limit)
                .map(rows -> {
                    List<NodeAgent> agents = rows.stream()
                            .flatMap(row -> NodeAgentReport.of(row.node(), row.toDomain()).stream())
                            .toList();
                    agents.forEach(agent -> tx.publish(publishing.nodeAgent(agent, tx.now())));
                    return StateRecords.Page.of(rows, row -> row.node().value(), agents.size());
                });
    }
}
