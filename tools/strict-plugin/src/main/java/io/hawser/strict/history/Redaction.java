package io.hawser.strict.history;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.MapEntry;
import com.google.protobuf.Message;
import io.hawser.csi.v1.CsiProto;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Hides the values of secrets, which the descriptor marks, and mount flags, which may contain some
 * (VolumeCapability.MountVolume).
 */
final class Redaction {

    private static final String HIDDEN = "***stripped***";
    private static final String MOUNT_FLAGS = "mount_flags";

    private Redaction() {}

    static Message redact(Message message) {
        Message.Builder builder = message.toBuilder();
        for (Map.Entry<FieldDescriptor, Object> entry : message.getAllFields().entrySet()) {
            FieldDescriptor field = entry.getKey();
            if (field.getOptions().getExtension(CsiProto.csiSecret)) {
                hide(builder, field, (List<?>) entry.getValue());
            } else if (field.getName().equals(MOUNT_FLAGS)) {
                builder.setField(field, List.of(HIDDEN));
            } else if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE && !field.isMapField()) {
                builder.setField(field, redacted(field, entry.getValue()));
            }
        }
        return builder.build();
    }

    private static Object redacted(FieldDescriptor field, Object value) {
        return field.isRepeated()
                ? ((List<?>) value).stream().map(each -> redact((Message) each)).toList()
                : redact((Message) value);
    }

    private static void hide(Message.Builder builder, FieldDescriptor field, List<?> secrets) {
        List<Message> hidden = new ArrayList<>();
        for (Object secret : secrets) {
            Message.Builder entry = builder.newBuilderForField(field);
            entry.setField(entry.getDescriptorForType().findFieldByName("key"), ((MapEntry<?, ?>) secret).getKey());
            entry.setField(entry.getDescriptorForType().findFieldByName("value"), HIDDEN);
            hidden.add(entry.build());
        }
        builder.setField(field, hidden);
    }
}
