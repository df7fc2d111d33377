package io.hawser.cli.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Messages of one type in a file, in protobuf's JSON mapping: one, a list, or YAML's documents. JSON is YAML. */
public final class MessageFile {
    private static final String STANDARD_INPUT = "-";

    private MessageFile() {}

    /**
     * @param file {@code -} is standard input
     * @throws IllegalArgumentException if it cannot be read, or has a field that the message has not
     */
    public static <M extends Message> List<M> read(String file, M type) {
        List<M> messages = new ArrayList<>();
        try (InputStream in = file.equals(STANDARD_INPUT) ? System.in : Files.newInputStream(Path.of(file));
                MappingIterator<JsonNode> documents = new ObjectMapper(new YAMLFactory())
                        .readerFor(JsonNode.class)
                        .readValues(in)) {
            documents.forEachRemaining(document -> {
                if (document.isArray()) {
                    document.forEach(each -> messages.add(message(messages.size(), each, type)));
                } else if (!document.isNull() && !document.isMissingNode()) {
                    messages.add(message(messages.size(), document, type));
                }
            });
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("there is no file " + file, e);
        } catch (IOException | RuntimeException e) {
            throw new IllegalArgumentException("cannot read " + file + ": " + firstLine(e), e);
        }
        if (messages.isEmpty()) {
            throw new IllegalArgumentException(file + " is empty");
        }
        return List.copyOf(messages);
    }

    private static <M extends Message> M message(int before, JsonNode json, M type) {
        try {
            Message.Builder builder = type.newBuilderForType();
            JsonFormat.parser().merge(json.toString(), builder);
            @SuppressWarnings("unchecked") // A message's builder builds that message.
            M message = (M) builder.build();
            return message;
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException(
                    "number " + (before + 1) + " is no "
                            + type.getDescriptorForType().getFullName() + ": " + firstLine(e),
                    e);
        }
    }

    private static String firstLine(Exception e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
}
