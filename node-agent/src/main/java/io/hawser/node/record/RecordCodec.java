package io.hawser.node.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hawser.node.layout.VolumeKey;
import io.hawser.node.mount.MountRecord;
import io.hawser.node.mount.Pause;
import io.hawser.node.mount.Staging;
import io.hawser.node.mount.TargetRecord;
import io.hawser.node.mount.TargetState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes and reads a mount record as JSON, so that a person on the node can read the file. The file contains no
 * contexts and no secrets.
 */
public final class RecordCodec {
    private static final int VERSION = 1;
    private static final ObjectMapper JSON = new ObjectMapper();

    private RecordCodec() {}

    public static byte[] encode(MountRecord record) {
        ObjectNode json = JSON.createObjectNode()
                .put("version", VERSION)
                .put("volume", record.key().volume())
                .put("uid", record.key().uid())
                .put("plugin", record.plugin())
                .put("volumeId", record.volumeId())
                .put("generation", record.generation())
                .put("leaving", record.leaving())
                .put("boot", record.boot())
                .put("staging", record.staging().name());
        if (record.expanded() > 0) {
            json.put("expanded", record.expanded());
        }
        record.stagingSeen().ifPresent(seen -> json.put("stagingSeen", seen));
        record.pause().ifPresent(pause -> json.putObject("pause")
                .put("subject", pause.subject())
                .put("message", pause.message())
                .put("attempts", pause.attempts())
                .put("at", pause.at().toString())
                .put("until", pause.until().toString())
                .put("refused", pause.refused()));
        var targets = json.putArray("targets");
        for (TargetRecord target : record.targets()) {
            ObjectNode one = targets.addObject()
                    .put("id", target.id())
                    .put("task", target.task())
                    .put("readOnly", target.readOnly())
                    .put("state", target.state().name());
            if (target.block()) {
                one.put("block", true);
            }
            target.seen().ifPresent(seen -> one.put("seen", seen));
        }
        try {
            return (JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n")
                    .getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of plain values could not be written", e);
        }
    }

    /** @throws IOException with a sentence: not JSON, a missing field, or a value that this version does not know */
    public static MountRecord decode(byte[] bytes) throws IOException {
        JsonNode json = parsed(bytes);
        if (json == null || json.path("version").asInt() != VERSION) {
            throw new IOException("is not a mount record of version " + VERSION);
        }
        try {
            List<TargetRecord> targets = new ArrayList<>();
            for (JsonNode target : json.required("targets")) {
                targets.add(new TargetRecord(
                        target.required("id").asText(),
                        target.required("task").asText(),
                        target.required("readOnly").asBoolean(),
                        target.path("block").asBoolean(),
                        TargetState.valueOf(target.required("state").asText()),
                        text(target, "seen")));
            }
            return new MountRecord(
                    new VolumeKey(
                            json.required("volume").asText(),
                            json.required("uid").asText()),
                    json.required("plugin").asText(),
                    json.required("volumeId").asText(),
                    json.required("generation").asLong(),
                    json.required("leaving").asBoolean(),
                    json.required("boot").asText(),
                    Staging.valueOf(json.required("staging").asText()),
                    text(json, "stagingSeen"),
                    targets,
                    json.path("expanded").asLong(),
                    pause(json.path("pause")));
        } catch (IllegalArgumentException | DateTimeParseException e) {
            throw new IOException("is not a mount record: " + e.getMessage(), e);
        }
    }

    private static JsonNode parsed(byte[] bytes) throws IOException {
        try {
            return JSON.readTree(bytes);
        } catch (JsonProcessingException e) {
            throw new IOException("it is cut or damaged (" + e.getOriginalMessage() + ")", e);
        }
    }

    /** A record of a volume that waits for nothing has no pause, and neither have older records. */
    private static Optional<Pause> pause(JsonNode json) {
        return json.isMissingNode()
                ? Optional.empty()
                : Optional.of(new Pause(
                        json.required("subject").asText(),
                        json.required("message").asText(),
                        json.required("attempts").asInt(),
                        Instant.parse(json.required("at").asText()),
                        Instant.parse(json.required("until").asText()),
                        json.path("refused").asBoolean()));
    }

    private static Optional<String> text(JsonNode json, String field) {
        return Optional.ofNullable(json.get(field)).map(JsonNode::asText);
    }
}
