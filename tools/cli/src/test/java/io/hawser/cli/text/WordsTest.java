package io.hawser.cli.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.v1.NodeAvailability;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import org.junit.jupiter.api.Test;

class WordsTest {
    @Test
    void aValueIsItsNameWithoutTheType() {
        assertThat(Words.of(Scope.SCOPE_SINGLE_NODE)).isEqualTo("single-node");
        assertThat(Words.of(NodeAvailability.NODE_AVAILABILITY_DRAIN)).isEqualTo("drain");
    }

    @Test
    void aWordFindsItsValue() {
        assertThat(Words.parse("one-writer", Sharing.values())).isEqualTo(Sharing.SHARING_ONE_WRITER);
    }

    @Test
    void anUnknownWordIsToldWhichThereAre() {
        assertThatThrownBy(() -> Words.parse("both", Scope.values()))
                .hasMessage("'both' is none of single-node, multi-node");
    }

    @Test
    void nobodyCanSayUnspecified() {
        assertThatThrownBy(() -> Words.parse("unspecified", Scope.values()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
