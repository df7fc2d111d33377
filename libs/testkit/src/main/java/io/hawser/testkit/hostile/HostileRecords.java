package io.hawser.testkit.hostile;

import io.hawser.testkit.hostile.Hostile.Kind;
import io.hawser.testkit.sample.Samples;
import io.hawser.testkit.sample.Samples.Sample;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Spoils golden samples of some topics, one after the other, as its seed says. */
public final class HostileRecords {
    /** Kafka accepts a record without a key on these only, because all others that are read are compacted. */
    private static final Set<String> NOT_COMPACTED = Set.of("volume-commands", "plugin-commands");

    /** Names that no entity has. Such texts have broken other programs. */
    static final List<String> ODD = List.of(
            "..",
            "../../etc/shadow",
            "a/b",
            "/",
            "\uD83D\uDE00",
            "\u202Egnp",
            "a\nb",
            "'; drop table volume; --",
            "%00%2e",
            "${jndi:ldap://x}",
            "\uFFFF",
            "e\u0301".repeat(40),
            " ",
            "null",
            "x".repeat(400));

    private final Random random;
    private final String prefix;
    private final String run;
    private final List<Sample> samples;
    private final List<Sample> foreign;
    private int drawn;

    /**
     * @param prefix of the topics
     * @param run what ids begin with
     * @param topics without prefix, such as {@code tasks}
     */
    public HostileRecords(long seed, String prefix, String run, String... topics) {
        this.random = new Random(seed);
        this.prefix = prefix;
        this.run = run;
        this.samples = Samples.of(topics);
        this.foreign = Samples.all();
    }

    public List<Hostile> next(int count) {
        return Stream.generate(this::next).limit(count).toList();
    }

    public Hostile next() {
        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
        boolean huge = kind == Kind.HUGE_MAP || kind == Kind.HUGE_TEXT;
        // They are slow to make, and a few say as much as many.
        return huge && random.nextInt(8) > 0 ? next() : next(kind);
    }

    Hostile next(Kind kind) {
        Sample sample = samples.get(random.nextInt(samples.size()));
        if (kind == Kind.UNKNOWN_ENUM) {
            List<Sample> withEnum =
                    samples.stream().filter(HostileContent::hasEnum).toList();
            if (withEnum.isEmpty()) {
                return next();
            }
            sample = withEnum.get(random.nextInt(withEnum.size()));
        }
        HostileContent content = new HostileContent(random, sample);
        Map<String, byte[]> headers = headers(sample, "application/protobuf");
        byte[] key = utf8(sample.key());
        byte[] value = sample.bytes();
        switch (kind) {
            case NO_EVENT -> {
                headers.clear();
                value = content.garbage();
            }
            case GARBAGE -> value = content.garbage();
            case TRUNCATED -> value = content.truncated();
            case BAD_UTF8 -> value = content.badUtf8();
            case NUL -> value = content.withText("a\0b");
            case ODD_TEXT -> value = content.withText(ODD.get(random.nextInt(ODD.size())));
            case HUGE_MAP -> value = content.hugeMap();
            case HUGE_TEXT -> value = content.withText("y".repeat(100_000 + random.nextInt(400_000)));
            case EXTREME_NUMBERS -> value = content.extremeNumbers();
            case UNKNOWN_ENUM -> value = content.unknownEnum();
            case FUTURE_FIELDS -> value = content.futureFields();
            case BAD_UTF8_IN_JSON, HALF_A_PAIR, WRONG_TYPE, DEEP_JSON, DOUBLE_MEMBERS -> {
                headers = headers(sample, "application/json");
                value = json(kind, content);
                if (random.nextInt(4) == 0) {
                    value = structured(sample, headers, value);
                    headers.clear();
                }
            }
            case FUTURE_TYPE -> {
                int later = 1 + random.nextInt(9);
                headers.put("ce_type", utf8(later == 1 ? "" : "hawser.v" + later + ".Whatever"));
            }
            case FOREIGN_TYPE -> {
                Sample other = foreign.get(random.nextInt(foreign.size()));
                headers.put("ce_type", utf8(other.type()));
                value = other.bytes();
                key = utf8(other.key());
            }
            case FOREIGN_KEY -> key = utf8(sample.key() + "-other");
            case NO_KEY -> key = NOT_COMPACTED.contains(sample.topic()) && random.nextBoolean() ? null : new byte[0];
            case ODD_KEY -> key = oddKey();
            case ODD_ID -> headers.put("ce_id", utf8(run + drawn + ODD.get(random.nextInt(ODD.size()))));
            case NUL_ID -> headers.put("ce_id", utf8(run + "\0" + drawn));
            case NO_ID -> headers.remove("ce_id");
            case ODD_ENVELOPE -> oddEnvelope(headers);
            case ODD_TOMBSTONE -> {
                headers.clear();
                value = null;
                key = oddKey();
            }
            case NUL_TOMBSTONE -> {
                headers.clear();
                value = null;
                key = utf8("a\0" + drawn);
            }
        }
        boolean answerable = kind != Kind.NUL_ID && kind != Kind.NO_ID && value != null && kind != Kind.NO_EVENT;
        String id = !answerable
                ? ""
                : headers.containsKey("ce_id") ? new String(headers.get("ce_id"), StandardCharsets.UTF_8) : run + drawn;
        drawn++;
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(prefix + "." + sample.topic(), 0, key, value);
        headers.forEach(record.headers()::add);
        if (kind == Kind.DOUBLE_MEMBERS) {
            headers.forEach(record.headers()::add);
        }
        return new Hostile(kind, id, record);
    }

    private static byte[] json(Kind kind, HostileContent content) {
        return switch (kind) {
            case BAD_UTF8_IN_JSON -> content.badUtf8InJson();
            case HALF_A_PAIR -> content.halfAPair();
            case WRONG_TYPE -> content.wrongType();
            case DEEP_JSON -> content.deep();
            default -> content.doubleMembers();
        };
    }

    private byte[] oddKey() {
        return switch (random.nextInt(4)) {
            case 0 -> new byte[] {'a', (byte) 0xC3, 0x28, (byte) 0xFF};
            case 1 -> utf8("k".repeat(600 + random.nextInt(5000)));
            case 2 -> utf8("nul\0" + drawn);
            default -> utf8(ODD.get(random.nextInt(ODD.size())));
        };
    }

    private void oddEnvelope(Map<String, byte[]> headers) {
        switch (random.nextInt(5)) {
            case 0 -> headers.put("ce_specversion", utf8("9.9"));
            case 1 -> headers.put("content-type", utf8("application/xml"));
            case 2 -> headers.put("content-type", utf8("application/cloudevents+json"));
            case 3 -> headers.remove("ce_type");
            default -> headers.put("ce_time", utf8("yesterday"));
        }
    }

    private Map<String, byte[]> headers(Sample sample, String contentType) {
        Map<String, byte[]> headers = new LinkedHashMap<>();
        headers.put("ce_specversion", utf8("1.0"));
        headers.put("ce_id", utf8(run + drawn));
        headers.put("ce_source", utf8("hostile"));
        headers.put("ce_type", utf8(sample.type()));
        headers.put("content-type", utf8(contentType));
        return headers;
    }

    /** Concatenated as bytes: what is no text stays so. */
    private static byte[] structured(Sample sample, Map<String, byte[]> headers, byte[] data) {
        byte[] head =
                utf8("{\"specversion\":\"1.0\",\"id\":\"" + new String(headers.get("ce_id"), StandardCharsets.UTF_8)
                        + "\",\"source\":\"hostile\",\"type\":\"" + sample.type() + "\",\"data\":");
        byte[] event = new byte[head.length + data.length + 1];
        System.arraycopy(head, 0, event, 0, head.length);
        System.arraycopy(data, 0, event, head.length, data.length);
        event[event.length - 1] = '}';
        return event;
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
