package io.hawser.volume;

import io.hawser.strict.StrictPluginOptions;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.history.Event;
import io.hawser.strict.knowledge.Limits;
import io.hawser.volume.testkit.Cluster;
import io.hawser.volume.testkit.Orchestrator;
import io.smallrye.common.annotation.Identifier;
import jakarta.inject.Inject;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;

/** Each test has a plugin, nodes and an orchestrator of its own beside the running service. */
abstract class OwnCluster {
    @Inject
    @Identifier("default-kafka-broker")
    Map<String, Object> kafka;

    @Inject
    DataSource database;

    final String run = UUID.randomUUID().toString().substring(0, 8);
    Cluster cluster;
    Orchestrator orchestrator;
    Tables tables;

    /** Nothing of it is written yet. */
    final void open(String... nodes) throws IOException {
        open(Limits.standard(), nodes);
    }

    /** @param limits by which the plugin judges its callers */
    final void open(Limits limits, String... nodes) throws IOException {
        open(options -> options.withLimits(limits), nodes);
    }

    final void open(UnaryOperator<StrictPluginOptions> plugin, String... nodes) throws IOException {
        cluster = new Cluster(
                kafka, options -> plugin.apply(options.withName("p" + run).withNodes(nodes)));
        orchestrator = cluster.orchestrator;
        tables = new Tables(database);
    }

    /** Calls that got an answer: one that is given up at its deadline may be made again. */
    final List<Call> answered(Rpc rpc) {
        Set<Long> delivered = cluster.strict.events().stream()
                .filter(event -> event instanceof Event.CallEnded ended && ended.delivered())
                .map(event -> ((Event.CallEnded) event).call())
                .collect(Collectors.toSet());
        return cluster.calls(rpc).stream()
                .filter(call -> delivered.contains(call.id()))
                .toList();
    }

    static void update(Connection connection, String statement, String key) throws SQLException {
        try (PreparedStatement prepared = connection.prepareStatement(statement)) {
            prepared.setString(1, key);
            prepared.execute();
        }
    }

    @AfterEach
    final void closeCluster() {
        cluster.close();
    }
}
