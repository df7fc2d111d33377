package io.hawser.bus.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.topic.HawserTopic;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class UnknownTypesTest {
    private static final Origin ORIGIN = new Origin("hawser.plugin-commands", "id", 0, 7);

    @Test
    @DisplayName("A command of an unknown type is rejected under its id, naming the types that there are")
    void command() {
        assertThat(UnknownTypes.judge(newer("c-1", "hawser.v1.Register"), HawserTopic.PLUGIN_COMMANDS))
                .isEqualTo(new Decoded.Invalid(
                        ORIGIN,
                        Optional.of("k"),
                        "c-1",
                        "hawser.v1.Register",
                        "type",
                        "unknown type 'hawser.v1.Register'; the types on this topic are"
                                + " hawser.v1.DeregisterPluginInstance, hawser.v1.RegisterPluginInstance"));
    }

    @Test
    @DisplayName("A type's text is the producer's, so the answer holds only its beginning")
    void longType() {
        assertThat(UnknownTypes.judge(newer("c-1", "x\0".repeat(50_000)), HawserTopic.VOLUME_COMMANDS))
                .isInstanceOfSatisfying(Decoded.Invalid.class, invalid -> {
                    assertThat(invalid.type()).hasSizeLessThan(600).doesNotContain("\0");
                    assertThat(invalid.message()).hasSizeLessThan(1_000).doesNotContain("\0");
                });
    }

    @Test
    @DisplayName("No answer can be written under an id with a NUL, nor under one that all who send none would share")
    void noAnswer() {
        assertThat(UnknownTypes.judge(newer("c\0", "x"), HawserTopic.VOLUME_COMMANDS))
                .isInstanceOfSatisfying(Decoded.Malformed.class, malformed -> assertThat(malformed.message())
                        .isEqualTo("the id holds a NUL character"));
        assertThat(UnknownTypes.judge(newer("", "x"), HawserTopic.VOLUME_COMMANDS))
                .isInstanceOfSatisfying(Decoded.Malformed.class, malformed -> assertThat(malformed.message())
                        .isEqualTo("the id is empty"));
    }

    @Test
    @DisplayName("A state record of an unknown type is skipped")
    void state() {
        assertThat(UnknownTypes.judge(newer("c-1", "x"), HawserTopic.TASKS)).isEqualTo(newer("c-1", "x"));
    }

    private static Decoded.Newer newer(String id, String type) {
        return new Decoded.Newer(ORIGIN, Optional.of("k"), id, type);
    }
}
