package io.hawser.bench.volumes;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.stream.StreamSupport;

/** The verdict of the judging plugin: figures do not count if the calls are wrong. */
final class Verdicts {
    private Verdicts() {}

    /**
     * The number of rules that at least one call concerned.
     *
     * @param verdict the plugin's, JSON as in docs/strict-plugin.md
     * @throws BenchFailedException if a rule was broken, or none was exercised
     */
    static int rulesExercised(String verdict) {
        JsonObject json = JsonParser.parseString(verdict).getAsJsonObject();
        var violations = json.getAsJsonArray("violations");
        if (!violations.isEmpty()) {
            throw new BenchFailedException("the judging plugin noted %d broken rules, the first: %s"
                    .formatted(violations.size(), violations.get(0)));
        }
        long exercised = StreamSupport.stream(json.getAsJsonArray("rules").spliterator(), false)
                .map(JsonElement::getAsJsonObject)
                .filter(rule -> rule.get("exercised").getAsLong() > 0)
                .count();
        if (exercised == 0) {
            throw new BenchFailedException("the judging plugin judged nothing");
        }
        return (int) exercised;
    }
}
