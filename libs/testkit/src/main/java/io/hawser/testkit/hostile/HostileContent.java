package io.hawser.testkit.hostile;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Internal;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import io.hawser.testkit.sample.Samples.Sample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** A sample's content, spoilt. */
final class HostileContent {
    private static final int UNKNOWN = 4711;

    private final Random random;
    private final Sample sample;

    HostileContent(Random random, Sample sample) {
        this.random = random;
        this.sample = sample;
    }

    /** Begins with a field of a wire type that protobuf does not have. */
    byte[] garbage() {
        byte[] garbage = new byte[4 + random.nextInt(300)];
        random.nextBytes(garbage);
        System.arraycopy(new byte[] {(byte) 0xff, (byte) 0xff, (byte) 0xff, 0x07}, 0, garbage, 0, 4);
        return garbage;
    }

    byte[] truncated() {
        byte[] whole = sample.bytes();
        return Arrays.copyOf(whole, random.nextInt(whole.length + 1));
    }

    /** A second value for field 1, which is a name in every message of the samples. */
    byte[] badUtf8() {
        return ByteString.copyFrom(sample.bytes())
                .concat(ByteString.copyFrom(new byte[] {0x0A, 0x02, (byte) 0xC3, 0x28}))
                .toByteArray();
    }

    /** In one of the text fields that the sample has, however deep. */
    byte[] withText(String text) {
        Message.Builder message = message().toBuilder();
        spoil(message, text);
        return message.build().toByteArray();
    }

    /** @return whether there was a text field to spoil */
    private boolean spoil(Message.Builder message, String text) {
        List<FieldDescriptor> fields = new ArrayList<>(message.getAllFields().keySet());
        Collections.shuffle(fields, random);
        return fields.stream().anyMatch(field -> spoil(message, field, text));
    }

    private boolean spoil(Message.Builder message, FieldDescriptor field, String text) {
        if (field.getJavaType() == JavaType.MESSAGE && !isPluginMade(field)) {
            Message first =
                    (Message) (field.isRepeated() ? message.getRepeatedField(field, 0) : message.getField(field));
            Message.Builder inner = first.toBuilder();
            return spoil(inner, text) && set(message, field, inner.build());
        }
        return field.getJavaType() == JavaType.STRING && set(message, field, text);
    }

    private static boolean set(Message.Builder message, FieldDescriptor field, Object value) {
        if (field.isRepeated()) {
            message.setRepeatedField(field, 0, value);
        } else {
            message.setField(field, value);
        }
        return true;
    }

    private static boolean isPluginMade(FieldDescriptor field) {
        return field.getName().endsWith("_context");
    }

    byte[] hugeMap() {
        Message.Builder message = message().toBuilder();
        Message.Builder inside = message;
        Optional<FieldDescriptor> map = mapOf(inside);
        Optional<FieldDescriptor> spec =
                Optional.ofNullable(message.getDescriptorForType().findFieldByName("spec"));
        if (map.isEmpty() && spec.isPresent()) {
            inside = message.getFieldBuilder(spec.get());
            map = mapOf(inside);
        }
        if (map.isEmpty()) {
            return withText("z".repeat(300_000));
        }
        int entries = 500 + random.nextInt(5000);
        for (int i = 0; i < entries; i++) {
            Message.Builder entry = inside.newBuilderForField(map.get());
            entry.setField(entry.getDescriptorForType().findFieldByNumber(1), "key-" + i + "\u00e9");
            entry.setField(entry.getDescriptorForType().findFieldByNumber(2), "v".repeat(random.nextInt(40)));
            inside.addRepeatedField(map.get(), entry.build());
        }
        return message.build().toByteArray();
    }

    private static Optional<FieldDescriptor> mapOf(Message.Builder message) {
        return message.getDescriptorForType().getFields().stream()
                .filter(FieldDescriptor::isMapField)
                .findFirst();
    }

    byte[] extremeNumbers() {
        Message.Builder message = message().toBuilder();
        numbers(message);
        return message.build().toByteArray();
    }

    private void numbers(Message.Builder message) {
        for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
            if (field.isRepeated()) {
                continue;
            }
            switch (field.getJavaType()) {
                case LONG -> message.setField(field, random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE);
                case INT -> message.setField(field, random.nextBoolean() ? Integer.MIN_VALUE : Integer.MAX_VALUE);
                case MESSAGE -> {
                    if (message.hasField(field)) {
                        numbers(message.getFieldBuilder(field));
                    }
                }
                default -> {}
            }
        }
    }

    static boolean hasEnum(Sample sample) {
        return enumOf(message(sample)).isPresent();
    }

    byte[] unknownEnum() {
        Message.Builder message = message().toBuilder();
        FieldDescriptor field = enumOf(message()).orElseThrow();
        message.setField(field, field.getEnumType().findValueByNumberCreatingIfUnknown(UNKNOWN));
        return message.build().toByteArray();
    }

    private static Optional<FieldDescriptor> enumOf(Message message) {
        return message.getDescriptorForType().getFields().stream()
                .filter(field -> field.getJavaType() == JavaType.ENUM && !field.isRepeated())
                .findFirst();
    }

    byte[] futureFields() {
        return message().toBuilder()
                .setUnknownFields(UnknownFieldSet.newBuilder()
                        .addField(
                                900 + random.nextInt(99),
                                UnknownFieldSet.Field.newBuilder()
                                        .addVarint(random.nextLong())
                                        .addLengthDelimited(ByteString.copyFromUtf8("later"))
                                        .build())
                        .build())
                .build()
                .toByteArray();
    }

    byte[] badUtf8InJson() {
        byte[] json = HostileRecords.utf8(sample.json().replaceFirst("\"([^\"]*)\":", "\"$1\":\"@\",\"later\":"));
        for (int i = 0; i < json.length; i++) {
            if (json[i] == '@') {
                json[i] = (byte) 0xC3;
                return json;
            }
        }
        throw new IllegalStateException("no member in " + sample);
    }

    /** In field 1, which is a name in every message of the samples. */
    byte[] halfAPair() {
        JsonObject json = json();
        String name = message().getDescriptorForType().findFieldByNumber(1).getJsonName();
        json.addProperty(name, "@");
        return HostileRecords.utf8(json.toString().replace("\"@\"", "\"x\\ud800\""));
    }

    byte[] wrongType() {
        JsonObject json = json();
        List<String> members = List.copyOf(json.keySet());
        JsonArray list = new JsonArray();
        list.add(1);
        List<JsonElement> wrong = List.of(
                new JsonObject(),
                list,
                new JsonPrimitive("text"),
                new JsonPrimitive(-1),
                new JsonPrimitive(new BigDecimal("1e400")),
                new JsonPrimitive(true),
                JsonNull.INSTANCE);
        json.add(members.get(random.nextInt(members.size())), wrong.get(random.nextInt(wrong.size())));
        return HostileRecords.utf8(json.toString());
    }

    byte[] deep() {
        int depth = 1 << (3 + random.nextInt(12));
        JsonObject json = json();
        String member =
                random.nextBoolean() ? "later" : json.keySet().iterator().next();
        json.addProperty(member, "@");
        boolean list = random.nextBoolean();
        String nested = (list ? "[" : "{\"a\":").repeat(depth) + "1" + (list ? "]" : "}").repeat(depth);
        return HostileRecords.utf8(json.toString().replace("\"@\"", nested));
    }

    byte[] doubleMembers() {
        String json = json().toString();
        return HostileRecords.utf8(json.substring(0, json.length() - 1) + "," + json.substring(1));
    }

    private JsonObject json() {
        return JsonParser.parseString(sample.json()).getAsJsonObject();
    }

    private Message message() {
        return message(sample);
    }

    private static Message message(Sample sample) {
        String name = sample.type().substring(sample.type().lastIndexOf('.') + 1);
        try {
            Message type = Internal.getDefaultInstance(
                    Class.forName("io.hawser.v1." + name).asSubclass(Message.class));
            return type.getParserForType().parseFrom(sample.bytes());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(sample + " is of no message of Hawser", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
