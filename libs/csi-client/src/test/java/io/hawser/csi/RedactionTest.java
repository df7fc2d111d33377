package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.UnknownFieldSet;
import io.hawser.csi.v1.CapacityRange;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.CsiProto;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.v1.MountAccess;
import io.hawser.v1.VolumeSpec;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RedactionTest {

    @Test
    @DisplayName("Secrets and mount flags are stripped at any depth, the rest is shown")
    void secretsAreStrippedAndTheRestIsShown() {
        // Given
        CreateVolumeRequest request = CreateVolumeRequest.newBuilder()
                .setName("v-1")
                .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(7))
                .addVolumeCapabilities(VolumeCapability.newBuilder()
                        .setMount(VolumeCapability.MountVolume.newBuilder()
                                .setFsType("xfs")
                                .addMountFlags("password=hunter2")))
                .putSecrets("password", "hunter2")
                .putParameters("pool", "a")
                .build();
        // When
        String shown = Redaction.render(request);
        // Then
        assertThat(shown)
                .isEqualTo("CreateVolumeRequest{name: \"v-1\", capacity_range: {required_bytes: 7}, "
                        + "volume_capabilities: [{mount: {fs_type: \"xfs\", mount_flags: ***stripped***}}], "
                        + "parameters: {\"pool\": \"a\"}, secrets: ***stripped***}");
    }

    @Test
    @DisplayName("Every secret field of every CSI message is stripped")
    void everySecretFieldIsStripped() {
        for (Descriptor message : CsiProto.getDescriptor().getMessageTypes()) {
            for (FieldDescriptor field : message.getFields()) {
                if (field.getOptions().getExtension(CsiProto.csiSecret)) {
                    // Given
                    DynamicMessage request = DynamicMessage.newBuilder(message)
                            .addRepeatedField(field, entry(field))
                            .build();
                    // When
                    String shown = Redaction.render(request);
                    // Then
                    assertThat(shown).isEqualTo(message.getName() + "{secrets: ***stripped***}");
                }
            }
        }
    }

    private static DynamicMessage entry(FieldDescriptor map) {
        Descriptor type = map.getMessageType();
        return DynamicMessage.newBuilder(type)
                .setField(type.findFieldByNumber(1), "key")
                .setField(type.findFieldByNumber(2), "hunter2")
                .build();
    }

    @Test
    @DisplayName("Mount flags of a spec are stripped as well, and unknown fields are not shown")
    void flagsOfASpecAndUnknownFieldsAreNotShown() {
        // Given
        VolumeSpec spec = VolumeSpec.newBuilder()
                .setMount(MountAccess.newBuilder().addMountFlags("hunter2"))
                .setUnknownFields(UnknownFieldSet.newBuilder()
                        .addField(
                                4711,
                                UnknownFieldSet.Field.newBuilder()
                                        .addLengthDelimited(com.google.protobuf.ByteString.copyFromUtf8("hunter2"))
                                        .build())
                        .build())
                .build();
        // When
        String shown = Redaction.render(spec);
        // Then
        assertThat(shown).isEqualTo("VolumeSpec{mount: {mount_flags: ***stripped***}}");
    }

    @Test
    @DisplayName("What a plugin says of a call is kept without the secrets that the call carried")
    void aTextIsKeptWithoutTheCallsSecrets() {
        // Given
        CreateVolumeRequest request = CreateVolumeRequest.newBuilder()
                .setName("v-1")
                .putSecrets("password", "hunter2\n")
                .putSecrets("user", "in")
                .putSecrets("pin", "4711")
                .build();
        // When
        String kept = Redaction.without(request, "login with 'hunter2' and 4711 failed in pool a");
        // Then
        assertThat(kept).isEqualTo("login with '***stripped***' and ***stripped*** failed in pool a");
    }

    @Test
    @DisplayName("Of a secret that begins with another one, nothing is kept, in whatever order the call carried them")
    void aSecretThatBeginsWithAnotherIsStrippedWhole() {
        for (List<String> order : List.of(List.of("admin", "admin123"), List.of("admin123", "admin"))) {
            // Given
            CreateVolumeRequest request = CreateVolumeRequest.newBuilder()
                    .putSecrets("a", order.getFirst())
                    .putSecrets("b", order.getLast())
                    .build();
            // When
            String kept = Redaction.without(request, "admin may not log in with admin123");
            // Then
            assertThat(kept).isEqualTo("***stripped*** may not log in with ***stripped***");
        }
    }

    @Test
    @DisplayName("A text cannot forge a line of the log")
    void controlCharactersAreEscaped() {
        // When
        String shown = Redaction.render(
                CreateVolumeRequest.newBuilder().setName("a\nERROR \"x\"").build());
        // Then
        assertThat(shown).isEqualTo("CreateVolumeRequest{name: \"a\\u000aERROR \\\"x\\\"\"}");
    }
}
