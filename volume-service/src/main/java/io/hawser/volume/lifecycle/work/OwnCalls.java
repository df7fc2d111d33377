package io.hawser.volume.lifecycle.work;

import io.hawser.volume.id.VolumeName;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The calls of this process, by their tokens. A token ends by the database's clock, which another server or a person
 * may set forward; this process knows that its call still runs, or that its ending is still to be saved.
 */
@ApplicationScoped
public class OwnCalls {
    private final Map<String, VolumeName> running = new ConcurrentHashMap<>();
    private final Set<String> unsaved = ConcurrentHashMap.newKeySet();

    void begun(String token, VolumeName volume) {
        unsaved.add(token);
        running.put(token, volume);
    }

    /** The call has ended; its ending is still to be saved. */
    void over(String token) {
        running.remove(token);
    }

    /** The ending is saved, or given up. */
    void settled(String token) {
        unsaved.remove(token);
    }

    /** Whether the call still runs, or its ending is not saved yet. */
    boolean has(@Nullable String token) {
        return token != null && unsaved.contains(token);
    }

    /** The calls that run, with their volumes. */
    Map<String, VolumeName> running() {
        return Map.copyOf(running);
    }
}
