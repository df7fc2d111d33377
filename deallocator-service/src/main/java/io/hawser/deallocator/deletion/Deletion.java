package io.hawser.deallocator.deletion;

import java.util.Objects;
import java.util.Optional;

/**
 * The progress of one resource's deletion. It only goes forward: pending_delete cannot be taken back, and a
 * deallocation is final.
 */
public sealed interface Deletion {

    /** The resource is not marked for deletion. */
    record NotAsked() implements Deletion {
        /** The orchestrator marked the resource for deletion. */
        public Asked ask() {
            return new Asked(Optional.empty());
        }
    }

    /**
     * Marked for deletion.
     *
     * @param watermarks the ends of the topics (text of a {@code Barrier}), noted when nothing held the resource any
     *     more; until they are reached, the absence of a holder proves nothing
     */
    record Asked(Optional<String> watermarks) implements Deletion {
        public Asked {
            Objects.requireNonNull(watermarks, "watermarks");
        }

        /** Nothing holds the resource; the decision waits until these watermarks are read. */
        public Asked noted(String watermarks) {
            return new Asked(Optional.of(watermarks));
        }

        /** Something holds the resource (again), so the noted watermarks prove nothing. */
        public Asked held() {
            return new Asked(Optional.empty());
        }

        public Deallocated deallocate(long revision) {
            return new Deallocated(revision);
        }
    }

    /**
     * Final, and published.
     *
     * @param revision of the published record; above 0
     */
    record Deallocated(long revision) implements Deletion {
        public Deallocated {
            if (revision <= 0) {
                throw new IllegalArgumentException("revision must be above 0: " + revision);
            }
        }
    }
}
