package io.hawser.strict.history;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Moment;
import io.hawser.strict.rule.Violation;

/** One event as one line of JSON. Secrets' values are hidden. */
public final class EventJson {

    private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();
    private static final JsonFormat.Printer MESSAGES =
            JsonFormat.printer().preservingProtoFieldNames().omittingInsignificantWhitespace();

    private EventJson() {}

    public static String line(Event event) {
        JsonObject line = new JsonObject();
        switch (event) {
            case Event.CallArrived(Call call) -> {
                line.addProperty("type", "call");
                line.addProperty("call", call.id());
                line.addProperty("rpc", call.rpc().wireName());
                line.addProperty("node", call.node());
                line.addProperty("connection", call.connection());
                line.addProperty("authority", call.authority());
                line.addProperty("subject", call.subject().key());
                line.addProperty("attempt", call.attempt());
                line.add("request", message(call.request()));
            }
            case Event.CallEnded ended -> {
                line.addProperty("type", "answer");
                line.addProperty("call", ended.call());
                line.addProperty("code", ended.code().name());
                line.addProperty("delivered", ended.delivered());
                line.addProperty("effect", ended.effect().name());
                ended.response().ifPresent(response -> line.add("response", message(response)));
            }
            case Event.CallGivenUp givenUp -> {
                line.addProperty("type", "givenUp");
                line.addProperty("call", givenUp.call());
            }
            case Event.FaultApplied fault -> {
                line.addProperty("type", "fault");
                line.addProperty("call", fault.call());
                line.addProperty("fault", fault.fault());
            }
            case Event.RuleBroken(Violation violation) -> {
                line.addProperty("type", "violation");
                violation(violation).entrySet().forEach(entry -> line.add(entry.getKey(), entry.getValue()));
            }
            case Event.PluginChanged changed -> {
                line.addProperty("type", "plugin");
                line.addProperty("what", changed.what());
            }
        }
        time(line, event.at());
        return GSON.toJson(line);
    }

    /** A violation as JSON, without its time. */
    public static JsonObject violation(Violation violation) {
        JsonObject json = new JsonObject();
        json.addProperty("rule", violation.rule());
        json.addProperty("section", violation.section());
        json.addProperty("detail", violation.detail());
        json.add("calls", GSON.toJsonTree(violation.calls()));
        return json;
    }

    public static void time(JsonObject json, Moment at) {
        json.addProperty("wall", at.wall().toString());
        json.addProperty("monotonicNanos", at.nanos());
    }

    private static JsonElement message(Message message) {
        try {
            return JsonParser.parseString(MESSAGES.print(Redaction.redact(message)));
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("a message of the contract always has a JSON form", e);
        }
    }
}
