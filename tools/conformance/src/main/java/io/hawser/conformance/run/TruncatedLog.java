package io.hawser.conformance.run;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.conformance.machine.ConformanceMachine;
import io.hawser.embedded.postgres.PostgresDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * The broker loses commands that no service has read. A service that continued after them would lose them silently, so
 * it must stop and name the partition. A person then decides, and the orchestrator sends its commands again.
 */
record TruncatedLog(RunContext context, Inventory inventory, ActionLog actions, Disturber disturber) {
    private static final String SERVICE = ConformanceMachine.VOLUME_SERVICE;
    private static final HawserTopic TOPIC = HawserTopic.VOLUME_COMMANDS;
    /** The message that the service must log. */
    private static final String SENTENCE = "lies before the log's start";

    /**
     * Truncates the log while the service is away. Returns when the service runs again.
     *
     * @param commanding sends commands meanwhile
     */
    void truncate(Runnable commanding) {
        // Only records that the orchestrator can write again may be lost, and nothing else may prevent the service's
        // start.
        disturber.calm();
        CaughtUp.await(context);
        disturber.killForGood(SERVICE);
        commanding.run();
        // At least one command that the service has not read, whatever the run has sent so far.
        inventory.allAgain(TOPIC);
        actions.disturbed("topic " + TOPIC.suffix(), "truncated");
        long start = Emptying.ofAllRead(
                context.machine().bootstrapServers(), TOPIC, () -> context.tap().awaitEnd(RunContext.AT_MOST));
        stops();
        move(start);
        disturber.startAgain(SERVICE);
        inventory.allAgain(TOPIC);
    }

    private void stops() {
        Path log = context.machine().log(SERVICE);
        long before = size(log);
        try {
            context.machine().supervisor().restart(SERVICE);
        } catch (IllegalStateException ended) {
            String said = since(log, before);
            if (said.contains(SENTENCE) && said.contains(TopicNames.DEFAULT.of(TOPIC))) {
                return;
            }
            throw new PlayFailedException(
                    SERVICE + " stopped over a truncated log, and did not say why: " + ended.getMessage());
        }
        throw new PlayFailedException(SERVICE + " reads on behind records of " + TOPIC.suffix()
                + " that are gone and that it never read, and says nothing");
    }

    private void move(long start) {
        PostgresDatabase database = context.machine().database(SERVICE);
        try (Connection connection = database.connect();
                PreparedStatement update = connection.prepareStatement(
                        "update ledger_position set next = greatest(next, ?) where topic = ?")) {
            update.setLong(1, start);
            update.setString(2, TopicNames.DEFAULT.of(TOPIC));
            update.executeUpdate();
        } catch (SQLException e) {
            throw new PlayFailedException("the position cannot be moved: " + e.getMessage());
        }
    }

    private static long size(Path log) {
        try {
            return Files.size(log);
        } catch (IOException e) {
            throw new PlayFailedException("there is no log of " + SERVICE);
        }
    }

    private static String since(Path log, long from) {
        try {
            byte[] all = Files.readAllBytes(log);
            return new String(all, (int) from, all.length - (int) from, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new PlayFailedException("the log of " + SERVICE + " cannot be read");
        }
    }
}
