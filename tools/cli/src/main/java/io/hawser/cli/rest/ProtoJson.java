package io.hawser.cli.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import java.util.Map;

/** Messages in protobuf's JSON mapping. */
public final class ProtoJson {
    private static final JsonFormat.Parser PARSER = JsonFormat.parser().ignoringUnknownFields();
    private static final JsonFormat.Printer PRINTER = JsonFormat.printer();

    private static final ObjectMapper TREES = new ObjectMapper();

    private ProtoJson() {}

    /** Several lines, for people and machines. */
    public static String print(Message message) {
        try {
            return PRINTER.print(message);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("not printable: " + e.getMessage(), e);
        }
    }

    /** The same, with a member that the message does not have, unless it is empty. */
    public static String print(Message message, String member, Map<String, String> more) {
        if (more.isEmpty()) {
            return print(message);
        }
        ObjectNode tree = tree(message);
        ObjectNode added = tree.putObject(member);
        more.forEach(added::put);
        return tree.toPrettyString();
    }

    /** One line, for machines that read line by line. */
    public static String line(Message message) {
        return tree(message).toString();
    }

    static ObjectNode tree(Message message) {
        try {
            return (ObjectNode) TREES.readTree(print(message));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("printed as no JSON: " + message, e);
        }
    }

    /** @param type its default instance */
    static <M extends Message> M parse(JsonNode json, M type) {
        try {
            Message.Builder builder = type.newBuilderForType();
            PARSER.merge(json.toString(), builder);
            @SuppressWarnings("unchecked") // A message's builder builds that message.
            M message = (M) builder.build();
            return message;
        } catch (InvalidProtocolBufferException e) {
            throw new ServiceUnreachableException(
                    "the answer is no " + type.getDescriptorForType().getFullName() + ": " + e.getMessage(), e);
        }
    }
}
