package io.hawser.cli.dead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.hawser.bus.dead.DeadLetters.Marked;
import io.hawser.bus.dead.DeadRecord.Kind;
import io.hawser.bus.dead.DeadRecord.Letter;
import io.hawser.bus.dead.DeadRecord.Mark;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.envelope.SourceRecord;
import io.hawser.cli.text.Printable;
import io.hawser.v1.Task;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LetterTextTest {
    private static final Origin AT = new Origin("hawser.tasks.dead", "", 0, 12);

    @Test
    @DisplayName("A letter that can be read shows its message; the list shows where it lay and what became of it")
    void aReadableLetterShowsItsMessage() {
        Letter letter = letter("t1", Task.newBuilder().setName("t1").build().toByteArray(), "hawser.v1.Task");
        Marked discarded = new Marked(letter, Optional.of(new Mark(AT, Kind.DISCARDED, Instant.EPOCH, "old")));

        String page = LetterText.page(discarded, Content.of(letter));

        assertThat(page)
                .contains("hawser.tasks-0@17,")
                .contains("topic id hq7Yp\n")
                .contains("header   ce_type: hawser.v1.Task")
                .contains("discarded at 1970-01-01T00:00:00Z: old")
                .contains("content  hawser.v1.Task\n{\n  \"name\": \"t1\"\n}");
        assertThat(LetterText.table(List.of(discarded)).text())
                .containsPattern("hawser.tasks.dead-0@12 +hawser.tasks-0@17 +t1 .* discarded +message");
        assertThat(LetterText.whole(discarded, Content.of(letter))
                        .at("/content/message/name")
                        .asText())
                .isEqualTo("t1");
        assertThat(LetterText.json(List.of(discarded)).at("/0/mark/kind").asText())
                .isEqualTo("discarded");
    }

    @Test
    @DisplayName("A letter that cannot be read shows its first bytes in hex, and why")
    void anUnreadableLetterShowsHex() {
        Letter letter = letter("t1", new byte[300], "hawser.v1.Task");

        assertThat(LetterText.page(new Marked(letter, Optional.empty()), Content.of(letter)))
                .contains("300 bytes that cannot be read (not a hawser.v1.Task")
                .contains("00".repeat(32) + "\n")
                .endsWith("\n…");
    }

    @Test
    @DisplayName("A tombstone is shown as one")
    void aTombstoneIsShownAsOne() {
        Letter letter = letter("t1", null, "hawser.v1.Task");

        assertThat(LetterText.page(new Marked(letter, Optional.empty()), Content.of(letter)))
                .contains("a tombstone");
    }

    @Test
    @DisplayName("Somebody else's text moves no cursor and breaks no line, neither in the list nor on the page")
    void foreignTextIsHarmless() {
        Letter letter = letter("\u001b[2J\nk\u202e", utf8("x"), "\u001b]0;t\u0007");
        Marked marked = new Marked(letter, Optional.empty());

        for (String text :
                List.of(LetterText.table(List.of(marked)).text(), LetterText.page(marked, Content.of(letter)))) {
            assertThat(text).doesNotContain("\u001b", "\u0007", "\u202e");
        }
        assertThat(LetterText.table(List.of(marked)).text().lines()).hasSize(2);
        assertThat(Printable.of("ä€\uD83D\uDE00 a")).isEqualTo("ä€\uD83D\uDE00 a");
    }

    @Test
    @DisplayName("A letter is called by where it lies, as the list prints it")
    void aLettersName() {
        assertThat(LetterName.parse("hawser.tasks.dead-0@12")).isEqualTo(AT);
        assertThat(LetterName.parse("other-1.x.tasks.dead-2@3"))
                .isEqualTo(new Origin("other-1.x.tasks.dead", "", 2, 3));
    }

    @Test
    @DisplayName("A record whose letter is gone is called by its own place, with its topic's id")
    void aRecordsPlace() {
        Origin record = new Origin("hawser.tasks", "abcdefghijklmnop-_0123", 0, 17);

        assertThat(LetterName.parse(record.place())).isEqualTo(record);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "12",
                "hawser.tasks-0@12",
                "hawser.tasks-0@12/short",
                "hawser.tasks.dead@12",
                "hawser.tasks.dead-0",
                "hawser.tasks.dead-x@1"
            })
    void whatIsNoLettersName(String name) {
        assertThatThrownBy(() -> LetterName.parse(name)).isInstanceOf(IllegalArgumentException.class);
    }

    private static Letter letter(String key, byte[] value, String type) {
        List<SourceRecord.Header> headers = Map.of(
                        "ce_specversion", "1.0",
                        "ce_id", "1",
                        "ce_source", "s",
                        "ce_type", type,
                        "content-type", "application/protobuf")
                .entrySet()
                .stream()
                .map(header -> new SourceRecord.Header(
                        header.getKey(), Optional.of(ByteString.copyFrom(utf8(header.getValue())))))
                .toList();
        return new Letter(
                AT,
                Instant.EPOCH,
                key,
                "message",
                "hawser.tasks",
                Optional.of(new Origin("hawser.tasks", "hq7Yp", 0, 17)),
                Instant.EPOCH,
                Optional.of(new SourceRecord(Optional.of(ByteString.copyFrom(utf8(key))), headers)),
                Optional.ofNullable(value).map(ByteString::copyFrom),
                OptionalLong.empty());
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
