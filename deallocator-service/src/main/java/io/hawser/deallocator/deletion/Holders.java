package io.hawser.deallocator.deletion;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What keeps a resource from being deallocated.
 *
 * @param count number of all holders
 * @param some the first few, for people
 */
public record Holders(long count, List<Holder> some) {
    public static final Holders NONE = new Holders(0, List.of());

    /**
     * One holder.
     *
     * @param what for example {@code live task}
     * @param since when it was read
     */
    public record Holder(String what, String name, Instant since) {}

    public Holders {
        if (count < 0 || some.size() > count) {
            throw new IllegalArgumentException("count must be at least the number of names given: " + count);
        }
        some = List.copyOf(some);
    }

    public static Holders of(List<Holder> all) {
        return new Holders(all.size(), all);
    }

    public boolean any() {
        return count > 0;
    }

    /** For example {@code 7 live tasks: a, b, c and 4 more}. */
    public String inWords() {
        Map<String, List<Holder>> byWhat =
                some.stream().collect(Collectors.groupingBy(Holder::what, TreeMap::new, Collectors.toList()));
        long more = count - some.size();
        String what = byWhat.size() == 1 ? byWhat.keySet().iterator().next() : "holder";
        return count + " " + what + (count == 1 ? "" : "s") + ": "
                + byWhat.entrySet().stream()
                        .map(each -> (byWhat.size() == 1 ? "" : each.getKey() + " ") + names(each.getValue()))
                        .collect(Collectors.joining("; "))
                + (more > 0 ? " and " + more + " more" : "");
    }

    private static String names(List<Holder> holders) {
        return holders.stream().map(Holder::name).collect(Collectors.joining(", "));
    }
}
