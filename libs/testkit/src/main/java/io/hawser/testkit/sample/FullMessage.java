package io.hawser.testkit.sample;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Messages with every field set. */
public final class FullMessage {
    private FullMessage() {}

    /**
     * A text is its field's name, a number its field's number; of a oneof only the first is set. For a message that
     * contains itself there is no such message.
     */
    public static Message of(Message prototype) {
        Message.Builder message = prototype.newBuilderForType();
        for (FieldDescriptor field : prototype.getDescriptorForType().getFields()) {
            boolean taken = field.getContainingOneof() != null && message.hasOneof(field.getContainingOneof());
            if (!taken && field.isRepeated()) {
                message.addRepeatedField(field, value(message, field));
            } else if (!taken) {
                message.setField(field, value(message, field));
            }
        }
        return message.build();
    }

    /** The full names of the fields that none of these messages sets, nor any message inside them. */
    public static Set<String> unset(List<? extends Message> messages) {
        Map<Descriptor, Set<FieldDescriptor>> set = new HashMap<>();
        messages.forEach(message -> collect(message, set));
        Set<String> unset = new TreeSet<>();
        set.forEach((type, fields) -> type.getFields().stream()
                .filter(field -> !fields.contains(field))
                .forEach(field -> unset.add(field.getFullName())));
        return unset;
    }

    private static void collect(Message message, Map<Descriptor, Set<FieldDescriptor>> set) {
        Descriptor type = message.getDescriptorForType();
        if (type.getOptions().getMapEntry() || type.getFullName().startsWith("google.")) {
            return;
        }
        set.computeIfAbsent(type, ignored -> new HashSet<>())
                .addAll(message.getAllFields().keySet());
        message.getAllFields().values().stream()
                .flatMap(value -> value instanceof List<?> list ? list.stream() : Stream.of(value))
                .filter(Message.class::isInstance)
                .forEach(inner -> collect((Message) inner, set));
    }

    private static Object value(Message.Builder message, FieldDescriptor field) {
        return switch (field.getJavaType()) {
            case INT -> field.getNumber();
            case LONG -> (long) field.getNumber();
            case FLOAT -> (float) field.getNumber();
            case DOUBLE -> (double) field.getNumber();
            case BOOLEAN -> true;
            case STRING -> field.getName().replace('_', '-');
            case BYTE_STRING -> ByteString.copyFromUtf8(field.getName());
            case ENUM -> field.getEnumType().getValues().getLast();
            case MESSAGE -> of(message.newBuilderForField(field).getDefaultInstanceForType());
        };
    }
}
