package io.hawser.cli.file;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * One record of a file, with the lines of its fields. Scalars are texts as they are written, because protobuf reads
 * numbers from texts, and a label {@code 1.10} is not {@code 1.1}.
 *
 * @param lines by path, such as {@code spec.sharing} or {@code volumes[0].name}; the record's own is empty
 */
record FileRecord(JsonNode json, Map<String, Integer> lines) {
    private static final Pattern DIGITS = Pattern.compile("-?[0-9]+");

    /** @param parser at the record's first token; at its last one afterwards */
    static FileRecord read(JsonParser parser) throws IOException {
        Map<String, Integer> lines = new HashMap<>();
        return new FileRecord(value(parser, "", lines), lines);
    }

    private static JsonNode value(JsonParser parser, String path, Map<String, Integer> lines) throws IOException {
        lines.putIfAbsent(path, parser.currentTokenLocation().getLineNr());
        if (parser instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
            throw new JsonParseException(
                    parser,
                    "'*" + parser.getText() + "' is not looked up: write the value",
                    parser.currentTokenLocation());
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser, path, lines);
            case START_ARRAY -> array(parser, path, lines);
            case VALUE_NULL -> JsonNodeFactory.instance.nullNode();
            case VALUE_NUMBER_INT -> JsonNodeFactory.instance.textNode(whole(parser));
            default -> JsonNodeFactory.instance.textNode(parser.getText());
        };
    }

    private static ObjectNode object(JsonParser parser, String path, Map<String, Integer> lines) throws IOException {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            String below = path.isEmpty() ? name : path + "." + name;
            lines.put(below, parser.currentTokenLocation().getLineNr());
            parser.nextToken();
            object.set(name, value(parser, below, lines));
        }
        return object;
    }

    private static ArrayNode array(JsonParser parser, String path, Map<String, Integer> lines) throws IOException {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(value(parser, path + "[" + array.size() + "]", lines));
        }
        return array;
    }

    /** YAML has numbers such as {@code 1_000} and {@code 0x10}, too. */
    private static String whole(JsonParser parser) throws IOException {
        String text = parser.getText();
        return DIGITS.matcher(text).matches() ? text : parser.getNumberValue().toString();
    }
}
