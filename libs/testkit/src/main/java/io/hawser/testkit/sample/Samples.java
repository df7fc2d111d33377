package io.hawser.testkit.sample;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * The golden samples of {@code proto/src/test/samples}: each message of each topic, as bytes and as JSON. The
 * producer's test holds them against what is written today; each consumer's test reads those of the topics that it
 * consumes:
 *
 * <pre>
 * for (Sample sample : Samples.of("tasks", "nodes")) {
 *     for (ConsumerRecord&lt;byte[], byte[]&gt; record : sample.records()) {
 *         assertThat(decoder.decode(record)).as(sample.name()).isInstanceOf(Decoded.Known.class);
 *     }
 * }
 * </pre>
 */
public final class Samples {
    private static final String FOLDER = "/samples/";
    private static final String INDEX = "index.tsv";

    private Samples() {}

    /**
     * One message as it once was written.
     *
     * @param name of its files
     * @param topic without prefix, such as {@code volume-commands}
     * @param key of the record
     * @param type CloudEvents type
     */
    public record Sample(String name, String topic, String key, String type) {
        /** Protobuf's bytes. */
        public byte[] bytes() {
            return read(name + ".pb");
        }

        /** Protobuf's JSON mapping. */
        public String json() {
            return new String(read(name + ".json"), StandardCharsets.UTF_8);
        }

        /**
         * The record in each form that a consumer has to accept: binary with protobuf, binary with JSON, structured
         * JSON.
         */
        public List<ConsumerRecord<byte[], byte[]>> records() {
            String structured =
                    "{\"specversion\":\"1.0\",\"id\":\"sample-" + name + "\",\"source\":\"sample\",\"type\":\"" + type
                            + "\",\"datacontenttype\":\"application/json\",\"data\":" + json() + "}";
            return List.of(
                    binary("application/protobuf", bytes()),
                    binary("application/json", json().getBytes(StandardCharsets.UTF_8)),
                    record(structured.getBytes(StandardCharsets.UTF_8)));
        }

        private ConsumerRecord<byte[], byte[]> binary(String contentType, byte[] value) {
            ConsumerRecord<byte[], byte[]> record = record(value);
            header(record, "ce_specversion", "1.0");
            header(record, "ce_id", "sample-" + name);
            header(record, "ce_source", "sample");
            header(record, "ce_type", type);
            header(record, "content-type", contentType);
            return record;
        }

        private ConsumerRecord<byte[], byte[]> record(byte[] value) {
            return new ConsumerRecord<>("hawser." + topic, 0, 0, key.getBytes(StandardCharsets.UTF_8), value);
        }

        private static void header(ConsumerRecord<byte[], byte[]> record, String name, String value) {
            record.headers().add(new RecordHeader(name, value.getBytes(StandardCharsets.UTF_8)));
        }
    }

    /** All of them. */
    public static List<Sample> all() {
        return new String(read(INDEX), StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.split("\t", -1))
                .map(cells -> new Sample(cells[0], cells[1], cells[2], cells[3]))
                .toList();
    }

    /**
     * Those of these topics.
     *
     * @throws IllegalArgumentException naming a topic that has none
     */
    public static List<Sample> of(String... topics) {
        return Stream.of(topics).flatMap(topic -> ofOne(topic).stream()).toList();
    }

    /** The one of that name. */
    public static Sample named(String name) {
        return all().stream()
                .filter(sample -> sample.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("name: there is no sample '" + name + "'"));
    }

    private static List<Sample> ofOne(String topic) {
        List<Sample> found =
                all().stream().filter(sample -> sample.topic().equals(topic)).toList();
        if (found.isEmpty()) {
            throw new IllegalArgumentException("topic: there is no sample of '" + topic + "'");
        }
        return found;
    }

    private static byte[] read(String file) {
        try (InputStream in = Samples.class.getResourceAsStream(FOLDER + file)) {
            if (in == null) {
                throw new IllegalStateException("the sample " + file + " is not there");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the sample " + file, e);
        }
    }
}
