package io.hawser.cli.file;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.google.protobuf.Message;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Messages of one type in a file, in protobuf's JSON mapping: one, a list, several one after the other, or YAML's
 * documents. Each may be in a CloudEvents envelope.
 */
public final class MessageFile {
    private static final String STANDARD_INPUT = "-";

    private MessageFile() {}

    /**
     * @param file {@code -} is standard input
     * @throws IllegalArgumentException if it cannot be read, or has a field that the message has not; says where
     */
    public static <M extends Message> List<M> read(String file, M type) {
        List<FileRecord> records = records(file, content(file));
        if (records.isEmpty()) {
            throw new IllegalArgumentException(file + " is empty");
        }
        List<M> messages = new ArrayList<>();
        for (FileRecord record : records) {
            messages.add(new RecordReader(file, messages.size() + 1, record).message(type));
        }
        return List.copyOf(messages);
    }

    private static byte[] content(String file) {
        try {
            if (Files.isDirectory(Path.of(file))) {
                throw new IllegalArgumentException(file + " is a folder: name a file");
            }
            return file.equals(STANDARD_INPUT) ? System.in.readAllBytes() : Files.readAllBytes(Path.of(file));
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("there is no file " + file, e);
        } catch (AccessDeniedException e) {
            throw new IllegalArgumentException("cannot read " + file + ": permission denied", e);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    private static List<FileRecord> records(String file, byte[] content) {
        String text = new String(content, StandardCharsets.UTF_8);
        try {
            return records(new JsonFactory(), text);
        } catch (IOException json) {
            try {
                return records(new YAMLFactory(), text);
            } catch (IOException yaml) {
                // YAML may begin with a brace, too, but a wrong file that does was more often meant as JSON.
                throw unreadable(file, text.stripLeading().matches("(?s)[{\\[].*") ? json : yaml);
            }
        }
    }

    private static IllegalArgumentException unreadable(String file, IOException e) {
        String where = e instanceof JsonProcessingException known && known.getLocation() != null
                ? ", line " + known.getLocation().getLineNr() + ", column "
                        + known.getLocation().getColumnNr()
                : "";
        String what = e instanceof JsonProcessingException known ? known.getOriginalMessage() : e.getMessage();
        String first = String.valueOf(what).lines().findFirst().orElse("");
        // The parser's own words name its states, such as '<block mapping start>'.
        return new IllegalArgumentException(
                file + where + ": " + (first.contains("'<") ? "from here on it is no YAML: " : "") + first, e);
    }

    private static List<FileRecord> records(JsonFactory form, String text) throws IOException {
        List<FileRecord> records = new ArrayList<>();
        try (JsonParser parser =
                form.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION).createParser(text)) {
            while (parser.nextToken() != null) {
                if (parser.currentToken() == JsonToken.START_ARRAY) {
                    while (parser.nextToken() != JsonToken.END_ARRAY) {
                        records.add(FileRecord.read(parser));
                    }
                } else if (parser.currentToken() != JsonToken.VALUE_NULL) {
                    records.add(FileRecord.read(parser));
                }
            }
        }
        return records;
    }
}
