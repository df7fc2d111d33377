package io.hawser.testkit.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.testkit.hostile.Hostile.Kind;
import io.hawser.v1.Accepted;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Rejected;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class HostileFatesTest {
    private static final String COMMANDS = "hawser.volume-commands";
    private static final String STATE = "hawser.tasks";

    @ParameterizedTest
    @DisplayName("A command with an id that nobody says a word of is a fault, whatever is wrong with it")
    @EnumSource
    void silence(Kind kind) {
        assertThat(HostileFates.fault(of(kind, COMMANDS), true, Optional.empty(), List.of()))
                .isPresent();
    }

    @ParameterizedTest
    @DisplayName("A command that is dead, or answered, in any way is told of where any may be right")
    @EnumSource(names = {"TRUNCATED", "WRONG_TYPE", "DEEP_JSON", "DOUBLE_MEMBERS"})
    void anyWord(Kind kind) {
        assertThat(HostileFates.fault(of(kind, COMMANDS), true, Optional.of("not a message"), List.of()))
                .isEmpty();
        assertThat(HostileFates.fault(of(kind, COMMANDS), true, Optional.empty(), List.of(accepted())))
                .isEmpty();
    }

    @ParameterizedTest
    @DisplayName("What has one reason is dead, or refused, for that one")
    @CsvSource(
            nullValues = "-",
            value = {
                "NUL_ID,       the id holds a NUL character,        -,   -,                        -",
                "NUL_ID,       not a CloudEvent: x,                 -,   -,                        for another reason",
                "BAD_UTF8,     not a hawser.v1.Task: invalid UTF-8, -,   -,                        -",
                "BAD_UTF8,     not a hawser.v1.Task: too short,     -,   -,                        for another reason",
                "NO_ID,        -,                                   -,   -,                        no dead letter",
                "FOREIGN_KEY,  -,                                   key, is not the entity's name, -",
                "FOREIGN_KEY,  -,                                   name, is empty,                for another reason",
                "FOREIGN_KEY,  -,                                   '',  key,                      was not refused",
                "UNKNOWN_ENUM, -,                                   a.b, unknown value '4711',     -",
                "UNKNOWN_ENUM, -,                                   a.b, is not set,               for another reason",
                "UNKNOWN_ENUM, not a hawser.v1.Task,                -,   -,                        is dead",
                "ODD_TEXT,     not a hawser.v1.Task,                -,   -,                        is dead",
                "ODD_TEXT,     -,                                   name, is odd,                  -",
                "TRUNCATED,    cannot be applied: a column,         -,   -,                        was not judged",
                "FUTURE_TYPE,  -,                                   type, unknown type 'x',        -",
                "FUTURE_TYPE,  -,                                   key, is empty,                 for another reason",
                "FUTURE_TYPE,  -,                                   -,   -,                        was not refused"
            })
    void ownReason(Kind kind, String dead, String field, String message, String fault) {
        // Given
        List<CommandResult> answers = field == null ? List.of() : List.of(rejected(field, message));
        // When
        Optional<String> found = HostileFates.fault(of(kind, COMMANDS), true, Optional.ofNullable(dead), answers);
        // Then
        if (fault == null) {
            assertThat(found).isEmpty();
        } else {
            assertThat(found).hasValueSatisfying(said -> assertThat(said).contains(fault));
        }
    }

    @Test
    @DisplayName("Where nobody is answered, or nobody waits for an answer, silence is right")
    void nobodyWaits() {
        assertThat(HostileFates.fault(of(Kind.NUL, STATE), false, Optional.empty(), List.of()))
                .isEmpty();
        assertThat(HostileFates.fault(of(Kind.TRUNCATED, STATE), true, Optional.empty(), List.of()))
                .isEmpty();
        assertThat(HostileFates.fault(of(Kind.FUTURE_TYPE, STATE), true, Optional.empty(), List.of()))
                .isEmpty();
    }

    @Test
    @DisplayName("A task without a usable key may lie on the dead letters beside its answer; another record may not")
    void aTaskWithoutAKey() {
        Optional<String> dead = Optional.of("the record has no key");
        assertThat(HostileFates.fault(of(Kind.NO_KEY, "hawser.tasks"), false, dead, List.of()))
                .isEmpty();
        assertThat(HostileFates.fault(of(Kind.NO_KEY, "hawser.tasks"), true, dead, List.of()))
                .contains("was not refused under id");
        assertThat(HostileFates.fault(of(Kind.NO_KEY, "hawser.services"), false, dead, List.of()))
                .contains("is dead: the record has no key");
    }

    private static Hostile of(Kind kind, String topic) {
        return new Hostile(kind, "id", new ProducerRecord<>(topic, new byte[0]));
    }

    private static CommandResult accepted() {
        return CommandResult.newBuilder()
                .setAccepted(Accepted.getDefaultInstance())
                .build();
    }

    private static CommandResult rejected(String field, String message) {
        return CommandResult.newBuilder()
                .setRejected(Rejected.newBuilder().setField(field).setMessage(message))
                .build();
    }
}
