package io.hawser.bench.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.List;

/** Figures in the order in which they are shown; docs/performance.md says what each of them is. */
public final class Figures {
    private final JsonObject json = new JsonObject();

    /** @param name of the bench, without {@code bench} */
    public static Figures of(String name) {
        Figures figures = new Figures();
        figures.json.addProperty("scenario", name);
        return figures;
    }

    public Figures with(String name, long value) {
        json.addProperty(name, value);
        return this;
    }

    public Figures with(String name, double value, int decimals) {
        json.addProperty(name, Rates.rounded(value, decimals));
        return this;
    }

    /** In milliseconds. */
    public Figures with(String name, Latencies value, int decimals) {
        json.add(name, value.json(decimals));
        return this;
    }

    public Figures with(String name, Rates value, int decimals) {
        json.add(name, value.json(decimals));
        return this;
    }

    public Figures with(String name, Figures value) {
        json.add(name, value.json);
        return this;
    }

    public Figures with(String name, List<Figures> values) {
        JsonArray all = new JsonArray();
        values.forEach(value -> all.add(value.json));
        json.add(name, all);
        return this;
    }

    /** In one line. */
    public String json() {
        return json.toString();
    }
}
