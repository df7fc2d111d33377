package io.hawser.csi.v1;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The option csi_secret stands where the specification puts it, and can be read from descriptors at run time. */
class CsiSecretFieldsTest {

    @Test
    @DisplayName("Exactly the requests that the specification names carry secrets")
    void exactlyTheFieldsOfTheSpecificationAreSecret() {
        // When
        Set<String> secret = secretFields(CsiProto.getDescriptor().getMessageTypes());
        // Then
        assertThat(secret)
                .containsExactlyInAnyOrder(
                        "CreateVolumeRequest.secrets",
                        "DeleteVolumeRequest.secrets",
                        "ControllerPublishVolumeRequest.secrets",
                        "ControllerUnpublishVolumeRequest.secrets",
                        "ValidateVolumeCapabilitiesRequest.secrets",
                        "ControllerModifyVolumeRequest.secrets",
                        "ControllerExpandVolumeRequest.secrets",
                        "CreateSnapshotRequest.secrets",
                        "DeleteSnapshotRequest.secrets",
                        "ListSnapshotsRequest.secrets",
                        "GetSnapshotRequest.secrets",
                        "CreateVolumeGroupSnapshotRequest.secrets",
                        "DeleteVolumeGroupSnapshotRequest.secrets",
                        "GetVolumeGroupSnapshotRequest.secrets",
                        "GetMetadataAllocatedRequest.secrets",
                        "GetMetadataDeltaRequest.secrets",
                        "NodeStageVolumeRequest.secrets",
                        "NodePublishVolumeRequest.secrets",
                        "NodeExpandVolumeRequest.secrets");
    }

    @Test
    @DisplayName("Whoever knows nothing but the descriptor can take the secrets out of a message")
    void secretsCanBeStrippedByDescriptorAlone() {
        // Given
        Message request = NodeStageVolumeRequest.newBuilder()
                .setVolumeId("v-1")
                .putSecrets("password", "hunter2")
                .build();
        // When
        Message.Builder stripped = request.toBuilder();
        request.getAllFields().keySet().stream()
                .filter(CsiSecretFieldsTest::isSecret)
                .forEach(stripped::clearField);
        // Then
        assertThat(stripped.build().toString()).contains("v-1").doesNotContain("hunter2");
    }

    private static Set<String> secretFields(Collection<Descriptor> messages) {
        Set<String> found = new TreeSet<>();
        for (Descriptor message : messages) {
            message.getFields().stream()
                    .filter(CsiSecretFieldsTest::isSecret)
                    .forEach(field -> found.add(message.getName() + "." + field.getName()));
            found.addAll(secretFields(message.getNestedTypes()));
        }
        return found;
    }

    private static boolean isSecret(FieldDescriptor field) {
        return field.getOptions().getExtension(CsiProto.csiSecret);
    }
}
