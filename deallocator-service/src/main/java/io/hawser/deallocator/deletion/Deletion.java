package io.hawser.deallocator.deletion;

import java.util.Objects;
import java.util.Optional;

/**
 * How far the deletion of one resource has come. It only goes forward: pending_delete is not taken back, a
 * deallocation is final.
 */
public sealed interface Deletion {

    /** Nobody asked for it. */
    record NotAsked() implements Deletion {
        /** The orchestrator marked it. */
        public Asked ask() {
            return new Asked(Optional.empty());
        }
    }

    /**
     * Marked for deletion.
     *
     * @param watermarks the ends of the topics (text of a {@code Barrier}), noted when nothing held the resource any
     *     more; until they are read, silence proves nothing
     */
    record Asked(Optional<String> watermarks) implements Deletion {
        public Asked {
            Objects.requireNonNull(watermarks, "watermarks");
        }

        /** Nothing holds it: read this far before believing it. */
        public Asked noted(String watermarks) {
            return new Asked(Optional.of(watermarks));
        }

        /** Something holds it (again), so what was noted proves nothing. */
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
