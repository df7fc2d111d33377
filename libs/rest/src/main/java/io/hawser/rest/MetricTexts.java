package io.hawser.rest;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Gives each of Hawser's metrics its HELP text, from the table that docs/metrics.md shows. */
@Singleton
public class MetricTexts implements MeterFilter {
    static final String TABLE = "metrics.tsv";

    private final Map<String, String> texts = read();

    @Override
    public Meter.Id map(Meter.Id id) {
        String text = texts.get(id.getName());
        return text == null
                ? id
                : new Meter.Id(id.getName(), Tags.of(id.getTags()), id.getBaseUnit(), text, id.getType());
    }

    /** @return texts by the name under which the metric is registered */
    private static Map<String, String> read() {
        try (InputStream table = Objects.requireNonNull(MetricTexts.class.getResourceAsStream("/" + TABLE), TABLE)) {
            return Arrays.stream(new String(table.readAllBytes(), StandardCharsets.UTF_8).split("\n"))
                    .map(line -> line.split("\t"))
                    .collect(Collectors.toMap(cells -> cells[0], cells -> cells[3]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
