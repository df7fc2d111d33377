package io.hawser.cli.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import io.hawser.cli.file.Conformity.Fault;

/**
 * Makes a message of a record.
 *
 * @param number from 1
 */
record RecordReader(String file, int number, FileRecord record) {
    private static final String NAME = "name";

    /** @throws IllegalArgumentException naming line, record and field */
    <M extends Message> M message(M type) {
        JsonNode json = record.json();
        Descriptor descriptor = type.getDescriptorForType();
        boolean event = json.has("specversion") && json.has("data");
        if (event && !json.path("type").asText(descriptor.getFullName()).equals(descriptor.getFullName())) {
            throw fault(new Fault("type", "'" + json.path("type").asText() + "' is not " + descriptor.getFullName()));
        }
        String path = event ? "data" : "";
        JsonNode content = event ? json.path("data") : json;
        Conformity.fault(content, descriptor, path).ifPresent(found -> {
            throw fault(found);
        });
        if (descriptor.findFieldByName(NAME) != null
                && content.path(NAME).asText().isEmpty()) {
            throw fault(new Fault(path, "it has no name"));
        }
        try {
            Message.Builder builder = type.newBuilderForType();
            JsonFormat.parser().merge(content.toString(), builder);
            @SuppressWarnings("unchecked") // A message's builder builds that message.
            M message = (M) builder.build();
            return message;
        } catch (InvalidProtocolBufferException e) {
            throw fault(new Fault(
                    path, String.valueOf(e.getMessage()).lines().findFirst().orElse("")));
        }
    }

    private IllegalArgumentException fault(Fault fault) {
        String name = record.json()
                .path(NAME)
                .asText(record.json().path("data").path(NAME).asText());
        return new IllegalArgumentException(file + ", line "
                + record.lines().getOrDefault(fault.path(), record.lines().getOrDefault("", 1))
                + ", record " + number
                + (name.isEmpty() ? "" : " (" + name + ")")
                + ": "
                + (fault.path().isEmpty() ? "" : fault.path() + ": ")
                + fault.sentence());
    }
}
