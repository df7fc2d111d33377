package io.hawser.bench.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.v1.Accepted;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Done;
import io.hawser.v1.Rejected;
import org.junit.jupiter.api.Test;

class AnsweredTest {
    private final Answered answered = new Answered();

    @Test
    void theFirstAnswerToEachCommandCounts() {
        // When
        hear(CommandResult.newBuilder().setCommandId(Answered.id(3)).setAccepted(Accepted.getDefaultInstance()));
        hear(CommandResult.newBuilder().setCommandId(Answered.id(3)).setDone(Done.getDefaultInstance()));
        hear(CommandResult.newBuilder().setCommandId(Answered.id(70_000)).setRejected(Rejected.getDefaultInstance()));

        // Then
        assertThat(answered.count()).isEqualTo(2);
        assertThat(answered.accepted()).isEqualTo(1);
        assertThat(answered.rejected()).isEqualTo(1);
    }

    private void hear(CommandResult.Builder result) {
        answered.hear(
                HawserTopic.COMMAND_RESULTS,
                new Decoded.Known(
                        new Origin("hawser.command-results", "id", 0, 0),
                        result.getCommandId(),
                        "e",
                        "hawser.v1.CommandResult",
                        result.build()));
    }
}
