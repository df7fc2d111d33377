package io.hawser.cli.dead;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import io.hawser.bus.dead.DeadLetters.Marked;
import io.hawser.bus.dead.DeadRecord.Letter;
import io.hawser.bus.dead.DeadRecord.Mark;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.envelope.SourceRecord;
import io.hawser.cli.rest.ProtoJson;
import io.hawser.cli.text.Printable;
import io.hawser.cli.text.Table;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Dead letters as text for people and as JSON. Keys, messages and headers come from outside. */
public final class LetterText {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int KEY_CHARACTERS = 40;
    private static final int MESSAGE_CHARACTERS = 100;

    private LetterText() {}

    public static Table table(List<Marked> letters) {
        Table table = new Table("LETTER", "SOURCE", "KEY", "WHEN", "MARK", "MESSAGE");
        letters.forEach(marked -> {
            Letter letter = marked.letter();
            table.row(
                    letter.at().toString(),
                    stood(letter),
                    shortened(letter.key(), KEY_CHARACTERS),
                    letter.since().toString(),
                    marked.mark().map(mark -> mark.kind().word()).orElse(""),
                    shortened(letter.message(), MESSAGE_CHARACTERS));
        });
        return table;
    }

    public static ArrayNode json(List<Marked> letters) {
        ArrayNode all = JSON.createArrayNode();
        letters.forEach(marked -> all.add(json(marked)));
        return all;
    }

    /** One letter in the list. */
    static ObjectNode json(Marked marked) {
        Letter letter = marked.letter();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("letter", letter.at().toString());
        json.put("topic", letter.at().topic());
        json.put("partition", letter.at().partition());
        json.put("offset", letter.at().offset());
        json.put("key", letter.key());
        json.put("message", letter.message());
        json.put("when", letter.since().toString());
        ObjectNode source = json.putObject("source");
        source.put("topic", letter.topic());
        letter.stood()
                .ifPresent(stood -> source.put("partition", stood.partition()).put("offset", stood.offset()));
        topicId(letter).ifPresent(id -> source.put("topicId", id));
        source.put("written", letter.written().toString());
        letter.cutOf().ifPresent(bytes -> json.put("cutOfBytes", bytes));
        marked.mark().ifPresent(mark -> json.putObject("mark")
                .put("kind", mark.kind().word())
                .put("when", mark.at().toString())
                .put("message", mark.message()));
        return json;
    }

    /** One whole letter, with its content. */
    public static ObjectNode whole(Marked marked, Content content) {
        ObjectNode json = json(marked);
        ArrayNode headers = json.putArray("headers");
        marked.letter().source().ifPresent(source -> source.headers().forEach(header -> headers.addObject()
                .put("name", header.name())
                .put("value", header.value().map(LetterText::text).orElse(null))));
        ObjectNode said = json.putObject("content");
        switch (content) {
            case Content.Readable readable -> {
                said.put("type", readable.type());
                said.set("message", tree(ProtoJson.print(readable.message())));
            }
            case Content.Gone ignored -> said.put("type", "tombstone");
            case Content.Unreadable unreadable ->
                said.put("unreadable", unreadable.message())
                        .put("bytes", unreadable.bytes())
                        .put("hex", unreadable.hex());
        }
        return json;
    }

    public static String page(Marked marked, Content content) {
        Letter letter = marked.letter();
        StringBuilder page = new StringBuilder();
        line(page, "letter", letter.at().toString());
        line(page, "source", stood(letter) + ", written " + letter.written());
        topicId(letter).ifPresent(id -> line(page, "topic id", id));
        line(page, "when", letter.since().toString());
        line(page, "key", letter.key());
        line(page, "message", letter.message());
        marked.mark().ifPresent(mark -> line(page, "mark", said(mark)));
        letter.cutOf().ifPresent(bytes -> line(page, "cut", "the value had " + bytes + " bytes"));
        letter.source()
                .map(SourceRecord::headers)
                .orElse(List.of())
                .forEach(header -> line(
                        page,
                        "header",
                        header.name() + ": "
                                + header.value().map(LetterText::text).orElse("(null)")));
        return page.append(
                        switch (content) {
                            case Content.Readable readable ->
                                "content  " + readable.type() + "\n" + lines(ProtoJson.print(readable.message()));
                            case Content.Gone ignored -> "content  a tombstone";
                            case Content.Unreadable unreadable ->
                                "content  " + unreadable.bytes() + " bytes that cannot be read ("
                                        + Printable.of(unreadable.message()) + ")\n" + hex(unreadable);
                        })
                .toString();
    }

    static String stood(Letter letter) {
        return Printable.of(letter.stood().map(Object::toString).orElse(letter.topic() + " (never sent)"));
    }

    private static Optional<String> topicId(Letter letter) {
        return letter.stood().map(Origin::topicId).filter(id -> !id.isEmpty());
    }

    private static String said(Mark mark) {
        return mark.kind().word() + " at " + mark.at() + (mark.message().isEmpty() ? "" : ": " + mark.message());
    }

    private static void line(StringBuilder page, String what, String text) {
        page.append(what)
                .append(" ".repeat(9 - what.length()))
                .append(Printable.of(text))
                .append('\n');
    }

    /** Makes each line printable; only JSON's own line breaks stay. */
    private static String lines(String json) {
        return json.lines().map(Printable::of).collect(Collectors.joining("\n"));
    }

    private static String hex(Content.Unreadable unreadable) {
        return unreadable.hex().replaceAll("(.{64})", "$1\n").strip()
                + (unreadable.hex().length() / 2 < unreadable.bytes() ? "\n…" : "");
    }

    private static String text(ByteString value) {
        return new String(value.toByteArray(), StandardCharsets.UTF_8);
    }

    private static String shortened(String text, int most) {
        String printable = Printable.of(text);
        return printable.length() <= most
                ? printable
                : printable.substring(0, Character.isHighSurrogate(printable.charAt(most - 1)) ? most - 1 : most) + "…";
    }

    private static com.fasterxml.jackson.databind.JsonNode tree(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("protobuf's printer writes JSON", e);
        }
    }
}
