package io.hawser.csi.v1;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Our csi.proto against the tables of specification 1.12, which the generated witness is too old for.
 * {@code csi-wire.tsv} has a line for each field (number, label, type), each enum value and each empty message; it was
 * made from the tables, never from our descriptors.
 */
class CsiWireTest {
    private static final FileDescriptor OURS = CsiProto.getDescriptor();

    @Test
    @DisplayName(
            "Every field, enum value and empty message is what the specification's tables say, and there are no others")
    void everythingIsAsTheTablesSay() throws IOException {
        // When
        Map<String, String> ours = new TreeMap<>();
        OURS.getMessageTypes().forEach(message -> put(ours, "", message));
        OURS.getEnumTypes().forEach(type -> put(ours, "", type));
        // Then
        assertThat(ours).isEqualTo(table());
    }

    @Test
    @DisplayName("Every service has the RPCs that the specification lists, "
            + "and each takes and returns what is named after it")
    void everyRpcIsAsTheTablesSay() {
        // When
        Map<String, List<String>> ours = OURS.getServices().stream()
                .collect(Collectors.toMap(ServiceDescriptor::getName, service -> service.getMethods().stream()
                        .map(CsiWireTest::shape)
                        .toList()));
        // Then
        assertThat(ours)
                .containsEntry("Identity", List.of("GetPluginInfo", "GetPluginCapabilities", "Probe"))
                .containsEntry(
                        "Controller",
                        List.of(
                                "CreateVolume",
                                "DeleteVolume",
                                "ControllerPublishVolume",
                                "ControllerUnpublishVolume",
                                "ValidateVolumeCapabilities",
                                "ListVolumes",
                                "GetCapacity",
                                "ControllerGetCapabilities",
                                "CreateSnapshot",
                                "DeleteSnapshot",
                                "ListSnapshots",
                                "GetSnapshot",
                                "ControllerExpandVolume",
                                "ControllerGetVolume",
                                "ControllerModifyVolume"))
                .containsEntry(
                        "GroupController",
                        List.of(
                                "GroupControllerGetCapabilities",
                                "CreateVolumeGroupSnapshot",
                                "DeleteVolumeGroupSnapshot",
                                "GetVolumeGroupSnapshot"))
                .containsEntry("SnapshotMetadata", List.of("stream GetMetadataAllocated", "stream GetMetadataDelta"))
                .containsEntry(
                        "Node",
                        List.of(
                                "NodeStageVolume",
                                "NodeUnstageVolume",
                                "NodePublishVolume",
                                "NodeUnpublishVolume",
                                "NodeGetVolumeStats",
                                "NodeExpandVolume",
                                "NodeGetCapabilities",
                                "NodeGetInfo"))
                .hasSize(5);
        assertThat(OURS.getPackage()).isEqualTo("csi.v1");
    }

    @Test
    @DisplayName("The option csi_secret has the specification's number, "
            + "so that others' tools find the secrets in our messages")
    void theSecretOptionHasItsNumber() {
        assertThat(CsiProto.csiSecret.getDescriptor().getNumber()).isEqualTo(1059);
        assertThat(CsiProto.csiSecret.getDescriptor().getType()).isEqualTo(FieldDescriptor.Type.BOOL);
    }

    private static Map<String, String> table() throws IOException {
        try (InputStream in = CsiWireTest.class.getResourceAsStream("/csi-wire.tsv")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.split("\t", -1))
                    .collect(Collectors.toMap(cells -> cells[0], cells -> cells[1] + " " + cells[2]));
        }
    }

    private static void put(Map<String, String> all, String outer, Descriptor message) {
        if (message.getOptions().getMapEntry()) {
            return;
        }
        String name = outer + message.getName();
        if (message.getFields().isEmpty()) {
            all.put(name, " empty");
        }
        message.getFields().forEach(field -> all.put(name + "." + name(field), shape(field)));
        message.getNestedTypes().forEach(each -> put(all, name + ".", each));
        message.getEnumTypes().forEach(each -> put(all, name + ".", each));
    }

    private static void put(Map<String, String> all, String outer, EnumDescriptor type) {
        type.getValues()
                .forEach(
                        value -> all.put(outer + type.getName() + "." + value.getName(), value.getNumber() + " value"));
    }

    /** The one deliberate rename, explained at the head of csi.proto. */
    private static String name(FieldDescriptor field) {
        return field.getName().equals("parameters_mutable") ? "mutable_parameters" : field.getName();
    }

    private static String shape(FieldDescriptor field) {
        String type =
                switch (field.getJavaType()) {
                    case MESSAGE -> field.getMessageType().getName();
                    case ENUM -> field.getEnumType().getName();
                    default -> field.getType().name().toLowerCase(java.util.Locale.ROOT);
                };
        String label = field.isMapField() ? "map" : (field.isRepeated() ? "repeated " : "single ") + type;
        String oneof = field.getRealContainingOneof() == null
                ? ""
                : " in " + field.getRealContainingOneof().getName();
        return field.getNumber() + " " + label + oneof
                + (field.getOptions().getExtension(CsiProto.csiSecret) ? " secret" : "");
    }

    private static String shape(MethodDescriptor rpc) {
        assertThat(rpc.getInputType().getName()).isEqualTo(rpc.getName() + "Request");
        assertThat(rpc.getOutputType().getName()).isEqualTo(rpc.getName() + "Response");
        assertThat(rpc.isClientStreaming()).isFalse();
        return (rpc.isServerStreaming() ? "stream " : "") + rpc.getName();
    }
}
