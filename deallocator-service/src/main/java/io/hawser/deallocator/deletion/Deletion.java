package io.hawser.deallocator.deletion;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** The progress of one deletion. It only goes forward: pending_delete stays, and a deallocation is final. */
public sealed interface Deletion {
    /** Marked for deletion from now on; unchanged if it was before. */
    default Deletion asked(Instant now) {
        return switch (this) {
            case NotAsked() -> new Asked(now, now, Optional.empty());
            case Asked asked -> asked;
            case Deallocated deallocated -> deallocated;
        };
    }

    /** A holder came or went, so the noted watermarks prove nothing any more. */
    default Deletion held(Instant now) {
        return switch (this) {
            case NotAsked notAsked -> notAsked;
            case Asked(Instant since, Instant changed, Optional<String> noted) ->
                new Asked(since, later(changed, now), Optional.empty());
            case Deallocated deallocated -> deallocated;
        };
    }

    /** When it was asked for, or decided; empty if it is not asked for. */
    default Optional<Instant> asked() {
        return switch (this) {
            case NotAsked() -> Optional.empty();
            case Asked asked -> Optional.of(asked.since());
            case Deallocated deallocated -> Optional.of(deallocated.at());
        };
    }

    /** Clocks repeat themselves and go back. A microsecond is what the database keeps. */
    private static Instant later(Instant before, Instant now) {
        return now.isAfter(before) ? now : before.plus(1, ChronoUnit.MICROS);
    }

    /** The deletion is not asked for. */
    record NotAsked() implements Deletion {}

    /**
     * The deletion is asked for.
     *
     * @param changed when a holder last came or went; no two changes have the same time
     * @param watermarks the ends of the topics (text of a {@code Barrier}), noted when nothing held the resource any
     *     more; until they are reached, the absence of a holder proves nothing
     */
    record Asked(Instant since, Instant changed, Optional<String> watermarks) implements Deletion {
        /**
         * Nothing holds the resource; the decision waits until these watermarks are read. They were asked for without
         * a lock. If a holder came and went meanwhile, its successor may lie above them, so they prove nothing.
         *
         * @param seen the last change before the watermarks were asked for
         */
        public Asked noted(String noted, Instant seen) {
            return changed.equals(seen) ? new Asked(since, changed, Optional.of(noted)) : this;
        }

        /** Something holds it. */
        public Asked waiting() {
            return new Asked(since, changed, Optional.empty());
        }
    }

    /**
     * Final. It is written again until it has had its effect.
     *
     * @param revision of the published record; above 0
     * @param at when it was decided
     */
    record Deallocated(long revision, Instant at) implements Deletion {
        public Deallocated {
            if (revision <= 0) {
                throw new IllegalArgumentException("revision must be above 0: " + revision);
            }
        }
    }
}
