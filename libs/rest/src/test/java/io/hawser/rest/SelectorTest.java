package io.hawser.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SelectorTest {
    private static final String VOLUME = """
            {"name": "data", "phase": "CREATED", "dotted.name": 1, "empty": null,
             "removalRequested": false, "revision": "0", "state": "STATE_UNSPECIFIED",
             "spec": {"plugin": "p", "labels": {"tier": "hot", "a.b": "c"}},
             "nodes": [{"node": "n1", "state": "PUBLISHED"}, {"node": "n2", "state": "PENDING"}]}""";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "phase=CREATED | true",
                "phase==CREATED | true",
                "phase=created | false",
                "phase!=CREATED | false",
                "spec.plugin=p | true",
                "spec.plugin=p,phase=OTHER | false",
                "nodes.node=n2 | true",
                "nodes.node=n3 | false",
                "nodes.node!=n3 | true",
                "dotted.name=1 | true",
                "nothing=x | false",
                "nothing!=x | true",
                "spec=p | false",
                "spec | true",
                "nodes | true",
                "empty | false",
                "!empty | true",
                "empty=null | false",
                "removalRequested | false",
                "!removalRequested | true",
                "removalRequested=false | true",
                "revision | false",
                "state | false",
            })
    @DisplayName("a field is compared by its path; of a list, one element is enough")
    void fields(String terms, boolean matches) throws Exception {
        assertThat(Selector.of(Optional.of(terms), Optional.empty()).matches(json(VOLUME)))
                .isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tier=hot | true",
                "tier=cold | false",
                "tier!=cold | true",
                "a.b=c | true",
                "tier=hot,zone!=a | true",
                "tier=hot,zone=a | false",
                "tier | true",
                "zone | false",
                "!zone | true",
                "!tier | false",
            })
    @DisplayName("labels are found where a volume, a node or anything else has them")
    void labels(String terms, boolean matches) throws Exception {
        Selector selector = Selector.of(Optional.empty(), Optional.of(terms));
        String labels = "{\"labels\": {\"tier\": \"hot\", \"a.b\": \"c\"}}";
        assertThat(selector.matches(json(VOLUME))).isEqualTo(matches);
        assertThat(selector.matches(json("{\"node\": " + labels + "}"))).isEqualTo(matches);
        assertThat(selector.matches(json(labels))).isEqualTo(matches);
    }

    @ParameterizedTest
    @ValueSource(strings = {"!", "tier in (hot", "=hot", "!=hot", "a=b,", "a=b,,c=d", " =x"})
    @DisplayName("what is no comparison is refused under the parameter's name")
    void refused(String terms) {
        assertThatThrownBy(() -> Selector.of(Optional.empty(), Optional.of(terms)))
                .hasMessageContaining("labelSelector")
                .hasMessageContaining("NAME=VALUE");
        assertThatThrownBy(() -> Selector.of(Optional.of(terms), Optional.empty()))
                .hasMessageContaining("fieldSelector");
    }

    @Test
    @DisplayName("without terms everything is selected")
    void all() {
        assertThat(Selector.of(Optional.of(" "), Optional.empty())).isEqualTo(Selector.ALL);
    }

    private static JsonNode json(String text) throws JsonProcessingException {
        return new ObjectMapper().readTree(text);
    }
}
