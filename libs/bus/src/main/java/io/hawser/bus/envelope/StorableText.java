package io.hawser.bus.envelope;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds text that no table or topic can store: PostgreSQL's {@code text} refuses NUL, and half of a surrogate pair
 * (JSON's {@code \ud800}) has no UTF-8 form.
 */
public final class StorableText {
    /** A plugin's own values are returned to it unchanged, and are stored as bytes. */
    private static final Set<String> PLUGIN_MADE = Set.of("volume_context", "publish_context");

    private StorableText() {}

    /** A field with such text. */
    record Found(String field, String what) {}

    /** @return the fault; empty = none */
    public static Optional<String> fault(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\0') {
                return Optional.of("holds a NUL character");
            }
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                return Optional.of("holds half of a surrogate pair");
            }
        }
        return Optional.empty();
    }

    /** The text with a replacement character for each character that cannot be stored. */
    static String mended(String text) {
        if (fault(text).isEmpty()) {
            return text;
        }
        StringBuilder mended = new StringBuilder(text.length());
        text.codePoints()
                .forEach(c -> mended.appendCodePoint(
                        c == 0 || c <= Character.MAX_VALUE && Character.isSurrogate((char) c) ? '\uFFFD' : c));
        return mended.toString();
    }

    /**
     * Whether the bytes of a protobuf message show that all its text can be stored, so that no field has to be read:
     * NUL is a zero byte in UTF-8, and protobuf's parser refuses strings that are not UTF-8. False shows nothing.
     */
    static boolean inProtobuf(byte[] message) {
        for (byte each : message) {
            if (each == 0) {
                return false;
            }
        }
        return true;
    }

    /** The first field with such text: strings, and keys and values of maps; bytes may have any content. */
    static Optional<Found> in(Message message) {
        return in(message, "");
    }

    private static Optional<Found> in(Message message, String path) {
        for (Map.Entry<FieldDescriptor, Object> entry : message.getAllFields().entrySet()) {
            FieldDescriptor field = entry.getKey();
            if (field.getJavaType() != JavaType.STRING && field.getJavaType() != JavaType.MESSAGE
                    || PLUGIN_MADE.contains(field.getName())) {
                continue;
            }
            List<?> values = field.isRepeated() ? (List<?>) entry.getValue() : List.of(entry.getValue());
            for (int i = 0; i < values.size(); i++) {
                String here = path + field.getName() + (field.isRepeated() && !field.isMapField() ? "[" + i + "]" : "");
                Optional<Found> found =
                        switch (values.get(i)) {
                            case String text -> fault(text).map(what -> new Found(here, what));
                            // The entry's key may be very long, so the map's name is enough.
                            case Message pair
                            when field.isMapField() ->
                                in(pair, "")
                                        .map(inside ->
                                                new Found(here, "has a " + inside.field() + " that " + inside.what()));
                            case Message inner -> in(inner, here + ".");
                            default -> Optional.empty();
                        };
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }
}
