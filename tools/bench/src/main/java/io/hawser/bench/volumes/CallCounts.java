package io.hawser.bench.volumes;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The number of calls in a volume's life that a plugin got: rates can be compared only for the same calls.
 *
 * @param byRpc CSI's name of the RPC, in the order of a volume's life
 * @param aboutVolumes all calls that name one volume
 */
record CallCounts(Map<String, Long> byRpc, long aboutVolumes, long listings) {
    private static final String LIST = "ListVolumes";
    /** The other calls list, or ask who the plugin is. */
    private static final Pattern ABOUT_A_VOLUME = Pattern.compile("(?!ListVolumes).*Volume.*");

    private static final List<String> LIFE =
            List.of("CreateVolume", "ControllerPublishVolume", "ControllerUnpublishVolume", "DeleteVolume");

    CallCounts {
        byRpc = Map.copyOf(byRpc);
    }

    /** @param json the strict plugin's answer to {@code calls} */
    static CallCounts parse(String json) {
        JsonObject all = JsonParser.parseString(json).getAsJsonObject();
        Map<String, Long> counts = new LinkedHashMap<>();
        LIFE.forEach(rpc -> {
            JsonElement count = all.get(rpc);
            counts.put(rpc, count == null ? 0 : count.getAsLong());
        });
        long aboutVolumes = all.entrySet().stream()
                .filter(count -> ABOUT_A_VOLUME.matcher(count.getKey()).matches())
                .mapToLong(count -> count.getValue().getAsLong())
                .sum();
        return new CallCounts(
                counts, aboutVolumes, all.has(LIST) ? all.get(LIST).getAsLong() : 0);
    }

    long creations() {
        return of(LIFE.getFirst());
    }

    private long of(String rpc) {
        return Objects.requireNonNull(byRpc.get(rpc));
    }

    CallCounts since(CallCounts earlier) {
        Map<String, Long> counts = new LinkedHashMap<>();
        LIFE.forEach(rpc -> counts.put(rpc, of(rpc) - earlier.of(rpc)));
        return new CallCounts(counts, aboutVolumes - earlier.aboutVolumes, listings - earlier.listings);
    }

    /** @throws BenchFailedException if the plugin did not get each of these calls exactly once for each volume */
    void requireOneFor(int volumes) {
        LIFE.forEach(rpc -> {
            if (of(rpc) != volumes) {
                throw new BenchFailedException("the plugin got " + of(rpc) + " calls of " + rpc + " for " + volumes
                        + " volumes: rates of different calls say nothing (was a call repeated because its deadline"
                        + " passed?)");
            }
        });
    }
}
