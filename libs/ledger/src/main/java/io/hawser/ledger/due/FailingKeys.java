package io.hawser.ledger.due;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The failing keys of one kind: how often in a row, since when and why. Times come from a monotonic clock. Not
 * thread-safe.
 */
public final class FailingKeys {
    /** After so many tries and so long, a failing key is reported to people; a shorter failure is not worth it. */
    static final int WARN_AFTER_TRIES = 3;

    static final Duration WARN_AFTER = Duration.ofSeconds(10);

    private static final int REMEMBERED = 10_000;

    private final String kind;
    private final Map<String, Failing> keys = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Failing> eldest) {
            return size() > REMEMBERED;
        }
    };
    private Optional<Duration> lastDone = Optional.empty();
    private Optional<Unread> unread = Optional.empty();

    public FailingKeys(String kind) {
        this.kind = kind;
    }

    /**
     * Why a try failed.
     *
     * @param words for a person
     * @param notTheKeys the statement or the database is the cause
     */
    public record Failure(String words, boolean notTheKeys) {}

    /**
     * A key whose last try failed.
     *
     * @param tries how often in a row
     * @param noted whether the database knows
     */
    public record Failing(int tries, Duration since, Failure last, boolean noted) {}

    /** The due keys cannot even be read. */
    private record Unread(Duration since, Failure last) {}

    public Failing failed(String key, Failure last, Duration now) {
        return keys.compute(key, (k, before) -> {
            int tries = before == null ? 1 : before.tries() + 1;
            Duration since = before == null ? now : before.since();
            return new Failing(tries, since, last, before != null && before.noted());
        });
    }

    /** The database knows that the key fails. */
    public void noted(String key) {
        keys.computeIfPresent(key, (k, f) -> new Failing(f.tries(), f.since(), f.last(), true));
    }

    public void done(Collection<String> which, Duration now) {
        lastDone = Optional.of(now);
        if (!keys.isEmpty()) {
            keys.keySet().removeAll(which);
        }
    }

    /** The due keys were read without a failure. */
    public void read() {
        unread = Optional.empty();
    }

    public void unread(Failure last, Duration now) {
        unread = Optional.of(new Unread(unread.map(Unread::since).orElse(now), last));
    }

    /** The keys that the database knows as failing, so it can tell whether another process has done them. */
    public Map<String, Failing> noted(Set<String> underWay) {
        Map<String, Failing> noted = new LinkedHashMap<>(keys);
        noted.entrySet().removeIf(key -> !key.getValue().noted() || underWay.contains(key.getKey()));
        return noted;
    }

    /** Removes keys that another process has done. A key that failed here again meanwhile stays. */
    public void doneElsewhere(Map<String, Failing> which) {
        which.forEach(keys::remove);
    }

    public int count() {
        return keys.size();
    }

    /** A message for people; empty while nothing fails for long. */
    public Optional<FailingKind> failing(Duration now) {
        Optional<Unread> blind = unread.filter(it -> isLong(it.since(), now));
        if (blind.isPresent()) {
            return Optional.of(new FailingKind(
                    "what is due of " + kind + " cannot be read for "
                            + now.minus(blind.get().since()).toSeconds() + " s: "
                            + blind.get().last().words(),
                    true));
        }
        List<Map.Entry<String, Failing>> failing = keys.entrySet().stream()
                .filter(key -> key.getValue().tries() >= WARN_AFTER_TRIES
                        && isLong(key.getValue().since(), now))
                .toList();
        return failing.stream().findFirst().map(first -> new FailingKind(sentence(first, now), nothingElse(failing)));
    }

    /**
     * Whether the whole kind fails: two keys fail and nothing else succeeds, or one fails because of the statement or
     * the database. One bad key alone does not mean that.
     */
    private boolean nothingElse(List<Map.Entry<String, Failing>> failing) {
        List<Failing> sinceThen = failing.stream()
                .map(Map.Entry::getValue)
                .filter(key -> lastDone.isEmpty() || key.since().compareTo(lastDone.get()) > 0)
                .toList();
        return sinceThen.size() > 1
                || sinceThen.stream().anyMatch(key -> key.last().notTheKeys());
    }

    private String sentence(Map.Entry<String, Failing> first, Duration now) {
        Failing key = first.getValue();
        String others = keys.size() == 1 ? "" : "; so have " + (keys.size() - 1) + " more";
        return kind + " " + first.getKey() + " has failed " + key.tries() + " times in a row, for "
                + now.minus(key.since()).toSeconds() + " s: " + key.last().words() + others;
    }

    private static boolean isLong(Duration since, Duration now) {
        return now.minus(since).compareTo(WARN_AFTER) > 0;
    }
}
