package io.hawser.strict.control;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.hawser.strict.Verdict;
import io.hawser.strict.backend.StoredVolume;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.history.EventJson;
import io.hawser.strict.rule.Rule;
import io.hawser.strict.rule.RuleCatalogue;
import io.hawser.strict.rule.Violation;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Writes verdict and state as one line of JSON each. */
final class VerdictJson {

    private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

    private VerdictJson() {}

    static String verdict(Verdict verdict) {
        JsonObject json = new JsonObject();
        JsonArray violations = new JsonArray();
        for (Violation violation : verdict.violations()) {
            JsonObject one = EventJson.violation(violation);
            EventJson.time(one, violation.at());
            violations.add(one);
        }
        json.add("violations", violations);
        JsonArray rules = new JsonArray();
        for (Rule rule : RuleCatalogue.all()) {
            JsonObject one = new JsonObject();
            one.addProperty("rule", rule.id());
            one.addProperty("level", rule.level().name());
            one.addProperty("section", rule.section());
            one.addProperty("sentence", rule.sentence());
            one.addProperty("exercised", verdict.exercised().getOrDefault(rule.id(), 0L));
            one.addProperty(
                    "violations",
                    verdict.violations().stream()
                            .filter(violation -> violation.rule().equals(rule.id()))
                            .count());
            rules.add(one);
        }
        json.add("rules", rules);
        json.add("notExercised", GSON.toJsonTree(verdict.notExercised()));
        return GSON.toJson(json);
    }

    static String calls(Map<Rpc, Long> calls) {
        JsonObject json = new JsonObject();
        calls.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> json.addProperty(entry.getKey().wireName(), entry.getValue()));
        return GSON.toJson(json);
    }

    static String state(List<StoredVolume> volumes) {
        JsonArray all = new JsonArray();
        for (StoredVolume volume : volumes) {
            JsonObject one = new JsonObject();
            one.addProperty("id", volume.id());
            one.addProperty("name", volume.name());
            one.add("attachedTo", GSON.toJsonTree(volume.attachments().keySet()));
            one.add("stagedAt", tree(volume.stagings(), StoredVolume.Staging::path));
            one.add("publishedAt", tree(volume.publications(), Map::keySet));
            all.add(one);
        }
        JsonObject json = new JsonObject();
        json.add("volumes", all);
        return GSON.toJson(json);
    }

    private static <T> JsonElement tree(Map<String, T> byNode, Function<T, ?> content) {
        JsonObject json = new JsonObject();
        byNode.forEach((node, each) -> json.add(node, GSON.toJsonTree(content.apply(each))));
        return json;
    }
}
