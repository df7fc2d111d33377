package io.hawser.strict.knowledge;

import com.google.protobuf.Message;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Things of one kind (volumes, snapshots, group snapshots) that are made under a name and then known by an id.
 *
 * @param <D> what the caller knows about such a thing
 */
public final class Made<D> {

    /** A thing whose id the caller knows. */
    public record Known<D>(String id, long call, boolean deleted, D details) {}

    /** A name under which something was, or may have been, made. */
    public static final class Creation {
        private final Standing standing = new Standing();
        private Message request;
        private long call;

        private Creation(Message request) {
            this.request = request;
        }

        public Standing standing() {
            return standing;
        }

        /** The request without its secrets, as it was first sent. */
        public Message request() {
            return request;
        }

        /** The call that first sent the request. */
        public long call() {
            return call;
        }
    }

    private final Map<String, Known<D>> byId = new HashMap<>();
    private final Map<String, Creation> byName = new HashMap<>();

    public Optional<Known<D>> known(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** The name's creation, unless it certainly made nothing. */
    public Optional<Creation> creation(String name) {
        return Optional.ofNullable(byName.get(name))
                .filter(creation -> !creation.standing().absent());
    }

    /** The thing existed before the plugin's process began. */
    void restore(String name, Message request) {
        Creation creation = new Creation(request);
        creation.standing.restore(true);
        byName.put(name, creation);
    }

    void creating(long call, String name, Message request) {
        Creation creation = byName.computeIfAbsent(name, n -> new Creation(request));
        if (creation.standing.absent()) {
            creation.request = request;
            creation.call = call;
        }
        creation.standing.doing(call);
    }

    void created(long call, String name, StatusMeaning ending) {
        Optional.ofNullable(byName.get(name)).ifPresent(creation -> creation.standing.ended(call, true, ending));
    }

    /** The caller got the thing's id and details. */
    void named(String id, long call, D details) {
        byId.put(id, new Known<>(id, call, false, details));
    }

    void namedIfNew(String id, long call, D details) {
        byId.putIfAbsent(id, new Known<>(id, call, false, details));
    }

    void deleted(String id, String name, long call) {
        byName.remove(name);
        byId.computeIfPresent(id, (i, known) -> new Known<>(id, call, true, known.details()));
    }
}
