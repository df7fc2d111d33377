package io.hawser.bench.volumes;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The times of the CreateVolume calls in the plugin's log. */
final class CallTimes {
    private CallTimes() {}

    static Map<String, Instant> in(Path log) {
        try {
            return ofCreations(Files.readAllLines(log));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + log, e);
        }
    }

    /** The first receipt by CSI name; other lines are skipped. */
    static Map<String, Instant> ofCreations(List<String> lines) {
        Map<String, Instant> times = new HashMap<>();
        for (String line : lines) {
            JsonObject event = JsonParser.parseString(line).getAsJsonObject();
            if (is(event, "type", "call") && is(event, "rpc", "CreateVolume")) {
                times.putIfAbsent(
                        event.getAsJsonObject("request").get("name").getAsString(),
                        Instant.parse(event.get("wall").getAsString()));
            }
        }
        return times;
    }

    private static boolean is(JsonObject event, String field, String value) {
        return event.has(field) && event.get(field).getAsString().equals(value);
    }
}
