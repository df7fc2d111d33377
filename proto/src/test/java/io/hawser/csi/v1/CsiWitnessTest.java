package io.hawser.csi.v1;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Our csi.proto against stubs that somebody else generated from the official one: an older 1.x, so ours knows more. */
class CsiWitnessTest {

    private static final FileDescriptor WITNESS = csi.v1.Csi.getDescriptor();
    private static final FileDescriptor OURS = CsiProto.getDescriptor();

    @Test
    @DisplayName("Every field that the witness knows has the same number, type, label and oneof here")
    void everyFieldOfTheWitnessIsTheSameHere() {
        // Given
        Map<String, String> known = fields(WITNESS.getMessageTypes());
        // When
        Map<String, String> ours = fields(OURS.getMessageTypes());
        // Then
        assertThat(known).hasSizeGreaterThan(100);
        assertThat(ours).containsAllEntriesOf(known);
    }

    @Test
    @DisplayName("Every enum value that the witness knows has the same number here")
    void everyEnumValueOfTheWitnessIsTheSameHere() {
        // Given
        Map<String, Integer> known = values(WITNESS);
        // When
        Map<String, Integer> ours = values(OURS);
        // Then
        assertThat(known).hasSizeGreaterThan(20);
        assertThat(ours).containsAllEntriesOf(known);
    }

    @Test
    @DisplayName("Every RPC that the witness knows has the same request, response and streaming here")
    void everyRpcOfTheWitnessIsTheSameHere() {
        // Given
        Map<String, String> known = rpcs(WITNESS);
        // When
        Map<String, String> ours = rpcs(OURS);
        // Then
        assertThat(known).hasSizeGreaterThan(20);
        assertThat(ours).containsAllEntriesOf(known);
    }

    @Test
    @DisplayName("The counts of the specification: 94 messages and 8 enums in 1.12")
    void theCountsAreThoseOfTheSpecification() {
        // When
        long messages = OURS.getMessageTypes().stream()
                .mapToLong(CsiWitnessTest::messages)
                .sum();
        long enums = OURS.getEnumTypes().size()
                + OURS.getMessageTypes().stream()
                        .mapToLong(CsiWitnessTest::enums)
                        .sum();
        // Then
        assertThat(messages).isEqualTo(94);
        assertThat(enums).isEqualTo(8);
    }

    private static long messages(Descriptor message) {
        return message.getOptions().getMapEntry()
                ? 0
                : 1
                        + message.getNestedTypes().stream()
                                .mapToLong(CsiWitnessTest::messages)
                                .sum();
    }

    private static long enums(Descriptor message) {
        return message.getEnumTypes().size()
                + message.getNestedTypes().stream()
                        .mapToLong(CsiWitnessTest::enums)
                        .sum();
    }

    private static Map<String, String> fields(Collection<Descriptor> messages) {
        Map<String, String> fields = new TreeMap<>();
        for (Descriptor message : messages) {
            message.getFields().forEach(field -> fields.put(message.getFullName() + "." + name(field), shape(field)));
            fields.putAll(fields(message.getNestedTypes()));
        }
        return fields;
    }

    /** The one deliberate rename, explained at the head of csi.proto. */
    private static String name(FieldDescriptor field) {
        return field.getName().equals("parameters_mutable") ? "mutable_parameters" : field.getName();
    }

    private static String shape(FieldDescriptor field) {
        String type =
                switch (field.getJavaType()) {
                    case MESSAGE ->
                        field.getMessageType().getFullName().replace("ParametersMutable", "MutableParameters");
                    case ENUM -> field.getEnumType().getFullName();
                    default -> field.getType().name();
                };
        String label = field.isMapField() ? "map" : field.isRepeated() ? "repeated" : "single";
        String oneof = field.getRealContainingOneof() == null
                ? ""
                : " in " + field.getRealContainingOneof().getName();
        return field.getNumber() + " " + label + " " + type + oneof;
    }

    private static Map<String, Integer> values(FileDescriptor file) {
        Map<String, Integer> values = new TreeMap<>();
        file.getEnumTypes().forEach(each -> put(values, each));
        file.getMessageTypes().forEach(each -> put(values, each));
        return values;
    }

    private static void put(Map<String, Integer> values, Descriptor message) {
        message.getEnumTypes().forEach(each -> put(values, each));
        message.getNestedTypes().forEach(each -> put(values, each));
    }

    private static void put(Map<String, Integer> values, EnumDescriptor type) {
        for (EnumValueDescriptor value : type.getValues()) {
            values.put(type.getFullName() + "." + value.getName(), value.getNumber());
        }
    }

    private static Map<String, String> rpcs(FileDescriptor file) {
        return file.getServices().stream()
                .map(ServiceDescriptor::getMethods)
                .flatMap(Collection::stream)
                .collect(Collectors.toMap(MethodDescriptor::getFullName, CsiWitnessTest::shape));
    }

    private static String shape(MethodDescriptor rpc) {
        return rpc.getInputType().getFullName() + " -> " + (rpc.isServerStreaming() ? "stream " : "")
                + rpc.getOutputType().getFullName();
    }
}
