package io.hawser.plugin;

import static io.hawser.plugin.RegistryTopics.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.testkit.Topics;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.CommandResult;
import io.hawser.v1.DeregisterPluginInstance;
import io.hawser.v1.RegisterPluginInstance;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(RegistryIT.Quick.class)
@QuarkusTestResource(EmbeddedServices.class)
class CommandMemoryIT {
    private static final String PLUGIN = "memory.example.com";

    @Inject
    Transactions transactions;

    @Test
    @DisplayName("a command's id is remembered for its time, and may mean something else afterwards")
    void aCommandsIdIsForgottenAfterItsTime() {
        try (Topics topics = new Topics()) {
            // Given
            say(
                    topics,
                    RegisterPluginInstance.newBuilder()
                            .setPlugin(PLUGIN)
                            .setInstance("a")
                            .setEndpoint("unix:///nobody.sock")
                            .build());
            DeregisterPluginInstance other = DeregisterPluginInstance.newBuilder()
                    .setPlugin(PLUGIN)
                    .setInstance("a")
                    .build();
            say(topics, other);
            soon().untilAsserted(() -> assertThat(results(topics))
                    .anyMatch(result ->
                            isOther(result) && result.getRejected().getField().equals("id")));
            // When
            transactions
                    .run(tx ->
                            tx.execute("update command set accepted = accepted - interval '10 days' where id = 'once'"))
                    .await()
                    .atMost(Duration.ofSeconds(60));
            await().atMost(Duration.ofSeconds(90))
                    .pollInterval(Duration.ofSeconds(1))
                    .untilAsserted(() -> {
                        say(topics, other);
                        // Then
                        assertThat(results(topics)).anyMatch(result -> result.hasDone() && isOther(result));
                    });
        }
    }

    private static void say(Topics topics, Message command) {
        topics.say(HawserTopic.PLUGIN_COMMANDS, PLUGIN, "once", command);
    }

    private static boolean isOther(CommandResult result) {
        return result.getCommandType()
                .equals(DeregisterPluginInstance.getDescriptor().getFullName());
    }

    private static List<CommandResult> results(Topics topics) {
        return topics.read(HawserTopic.COMMAND_RESULTS, "once").stream()
                .map(record -> parse(record.value()))
                .toList();
    }

    private static CommandResult parse(byte[] value) {
        try {
            return CommandResult.parseFrom(value);
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }
}
