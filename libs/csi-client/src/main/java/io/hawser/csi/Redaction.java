package io.hawser.csi;

import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.hawser.csi.v1.CsiProto;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Renders messages for logs, and removes a call's secrets from the plugin's messages about the call. Fields that the
 * proto marks {@code csi_secret} are stripped by their descriptor, so a new secret field needs no change here. Mount
 * flags, which may hold credentials, and unknown fields, which may hold anything, are stripped too.
 */
public final class Redaction {
    /** Replaces what was taken out. */
    public static final String STRIPPED = "***stripped***";

    private static final String MOUNT_FLAGS = "mount_flags";

    /** A shorter value would also match ordinary words. */
    private static final int SHORTEST = 4;

    private Redaction() {}

    /** One line: {@code CreateVolumeRequest{name: "a", secrets: ***stripped***}}. */
    public static String render(Message message) {
        return message.getDescriptorForType().getName() + fields(message);
    }

    /**
     * A plugin's text about a request, without the values of the request's secrets: the text goes to topics, tables and
     * logs.
     */
    static String without(Message request, String text) {
        String left = text;
        for (String secret : longestFirst(request)) {
            left = left.replace(secret, STRIPPED);
        }
        return left;
    }

    /** A secret may contain another one: replaced after it, the rest of it would stay. */
    private static List<String> longestFirst(Message request) {
        return request.getAllFields().entrySet().stream()
                .filter(set -> set.getKey().getOptions().getExtension(CsiProto.csiSecret))
                .flatMap(set -> ((List<?>) set.getValue()).stream())
                .map(entry -> valueOf((Message) entry).strip())
                .filter(secret -> secret.length() >= SHORTEST)
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    private static String valueOf(Message mapEntry) {
        return (String) mapEntry.getField(mapEntry.getDescriptorForType().findFieldByNumber(2));
    }

    /** Whether a field's value must never be shown. */
    public static boolean isSecret(FieldDescriptor field) {
        return field.getOptions().getExtension(CsiProto.csiSecret)
                || field.getName().equals(MOUNT_FLAGS);
    }

    private static String fields(Message message) {
        return message.getAllFields().entrySet().stream()
                .map(set -> set.getKey().getName() + ": " + value(set.getKey(), set.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String value(FieldDescriptor field, Object value) {
        if (isSecret(field)) {
            return STRIPPED;
        }
        if (field.isMapField()) {
            return ((List<?>) value).stream().map(Redaction::entry).collect(Collectors.joining(", ", "{", "}"));
        }
        if (field.isRepeated()) {
            return ((List<?>) value)
                    .stream().map(each -> single(field, each)).collect(Collectors.joining(", ", "[", "]"));
        }
        return single(field, value);
    }

    private static String entry(Object mapEntry) {
        Message entry = (Message) mapEntry;
        FieldDescriptor key = entry.getDescriptorForType().findFieldByNumber(1);
        FieldDescriptor value = entry.getDescriptorForType().findFieldByNumber(2);
        return single(key, entry.getField(key)) + ": " + value(value, entry.getField(value));
    }

    private static String single(FieldDescriptor field, Object value) {
        return switch (field.getJavaType()) {
            case STRING -> '"' + oneLine((String) value) + '"';
            case BYTE_STRING -> "bytes";
            case MESSAGE -> fields((Message) value);
            case ENUM -> ((EnumValueDescriptor) value).getName();
            case INT, LONG, FLOAT, DOUBLE, BOOLEAN -> value.toString();
        };
    }

    /** A plugin's text must not be able to forge a line of the log. */
    private static String oneLine(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                shown.append('\\').append((char) c);
            } else if (Character.isISOControl(c)) {
                shown.append(String.format("\\u%04x", c));
            } else {
                shown.append((char) c);
            }
        });
        return shown.toString();
    }
}
