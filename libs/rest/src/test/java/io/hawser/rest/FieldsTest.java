package io.hawser.rest;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Type;
import jakarta.ws.rs.BadRequestException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldsTest {
    record Item(String name, Optional<Part> part, List<Part> parts, Map<String, String> labels, RawJson<Type> raw) {}

    record Part(String kind, long size) {}

    @ParameterizedTest
    @ValueSource(
            strings = {
                "name=a",
                "part.kind=a",
                "parts.size!=1",
                "part",
                "!labels",
                "labels.a.b=c",
                "raw.fields.typeUrl=x",
                "raw.sourceContext.fileName=x"
            })
    @DisplayName("a field that items have is taken, through what may be absent, lists, maps and messages")
    void known(String terms) {
        assertThatCode(() -> check(terms)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nme=a | nme: there is no such field; there are name, part, parts, labels, raw",
                "name=a,!nme | nme: there is no such field",
                "part.knd=a | part.knd: there is no such field; there are part.kind, part.size",
                "name.x=a | name.x: there is no such field",
                "parts=a | parts: has no value of its own; there are parts.kind, parts.size",
                "labels=a | labels: has no value of its own; there are labels.KEY",
                "raw.field=a | raw.field: there is no such field; there are raw.name, raw.fields, raw.oneofs, ",
            })
    @DisplayName("an unknown field is refused with its name and those that there are")
    void unknown(String terms, String message) {
        assertThatThrownBy(() -> check(terms))
                .isInstanceOf(BadRequestException.class)
                .hasMessageStartingWith("fieldSelector: " + message);
    }

    private static void check(String terms) {
        Schemas schemas = new Schemas();
        new Fields(schemas, schemas.of(Item.class)).check(Selector.of(Optional.of(terms), Optional.empty()));
    }
}
