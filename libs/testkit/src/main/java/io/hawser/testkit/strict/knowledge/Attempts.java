package io.hawser.testkit.strict.knowledge;

import io.grpc.Status.Code;
import io.hawser.testkit.strict.Call;
import io.hawser.testkit.strict.Moment;
import io.hawser.testkit.strict.Rpc;
import io.hawser.testkit.strict.Subject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Calls that did not succeed, until they are repeated with success or undone: what the pace of repeating is judged by. A call
 * that changes nothing is repeated by the same request over the same connection: several callers may ask the same at once.
 */
public final class Attempts {

    /**
     * The last try at something.
     *
     * @param code what the caller saw; empty if it saw nothing
     */
    public record Failed(Call call, Optional<Code> code, Ending ending, Moment at) {}

    /** @param connection 0 for calls that change something: whoever repeats those, it is a repetition */
    private record Key(Call.Identity identity, long connection) {
        static Key of(Call call) {
            return of(call.identity(), call.rpc().changes() ? 0 : call.connection());
        }

        static Key of(Call.Identity identity, long connection) {
            return new Key(identity, connection);
        }
    }

    private final Map<Subject, Map<Key, Failed>> failed = new HashMap<>();
    private final Map<Subject, Moment> changed = new HashMap<>();
    private Optional<Moment> changedAny = Optional.empty();
    private Moment started;

    Attempts(Moment started) {
        this.started = started;
    }

    /** How the last try ended, if it failed. */
    public Optional<Failed> before(Call call) {
        return Optional.ofNullable(failed.getOrDefault(call.subject(), Map.of()).get(Key.of(call)))
                .filter(earlier ->
                        call.rpc().changes() || earlier.call().request().equals(call.request()));
    }

    /** Every try to change something that failed and was not taken up again. */
    public List<Failed> open() {
        return failed.values().stream()
                .flatMap(ofSubject -> ofSubject.values().stream())
                .filter(attempt -> attempt.call().rpc().changes())
                .toList();
    }

    /** The later of this moment and the plugin's last start: before that nobody could repeat anything. */
    public Moment sinceListening(Moment at) {
        return started.nanos() - at.nanos() > 0 ? started : at;
    }

    /** Whether something changed since: this thing, or for a lack of room anything. */
    public boolean changedSince(Failed attempt) {
        Optional<Moment> change = attempt.code().equals(Optional.of(Code.RESOURCE_EXHAUSTED))
                ? changedAny
                : Optional.ofNullable(changed.get(attempt.call().subject()));
        return restartedSince(attempt)
                || change.map(at -> at.nanos() - attempt.at().nanos() > 0).orElse(false);
    }

    public boolean restartedSince(Failed attempt) {
        return started.nanos() - attempt.at().nanos() > 0;
    }

    void sent(Call call) {
        // Undoing takes up what was in doubt: from here on it is the undoing that has to come to an end.
        opposite(call).ifPresent(other -> forget(Key.of(other, 0)));
    }

    void ended(Call call, Optional<Code> code, Ending ending, Moment at) {
        if (ending != Ending.DONE) {
            failed.computeIfAbsent(call.subject(), subject -> new HashMap<>())
                    .put(Key.of(call), new Failed(call, code, ending, at));
            return;
        }
        forget(Key.of(call));
        if (!call.rpc().changes()) {
            return;
        }
        opposite(call).ifPresent(other -> forget(Key.of(other, 0)));
        changedAny = Optional.of(at);
        if (call.rpc() == Rpc.DELETE_VOLUME) {
            changed.remove(call.subject());
            failed.remove(call.subject());
        } else {
            changed.put(call.subject(), at);
        }
    }

    private void forget(Key key) {
        failed.computeIfPresent(key.identity().subject(), (subject, ofSubject) -> {
            ofSubject.remove(key);
            return ofSubject.isEmpty() ? null : ofSubject;
        });
    }

    void started(Moment at) {
        started = at;
    }

    private static Optional<Call.Identity> opposite(Call call) {
        Optional<Rpc> rpc =
                switch (call.rpc()) {
                    case CONTROLLER_PUBLISH_VOLUME -> Optional.of(Rpc.CONTROLLER_UNPUBLISH_VOLUME);
                    case CONTROLLER_UNPUBLISH_VOLUME -> Optional.of(Rpc.CONTROLLER_PUBLISH_VOLUME);
                    case NODE_STAGE_VOLUME -> Optional.of(Rpc.NODE_UNSTAGE_VOLUME);
                    case NODE_UNSTAGE_VOLUME -> Optional.of(Rpc.NODE_STAGE_VOLUME);
                    case NODE_PUBLISH_VOLUME -> Optional.of(Rpc.NODE_UNPUBLISH_VOLUME);
                    case NODE_UNPUBLISH_VOLUME -> Optional.of(Rpc.NODE_PUBLISH_VOLUME);
                    default -> Optional.empty();
                };
        return rpc.map(other ->
                new Call.Identity(other, call.subject(), call.identity().place()));
    }
}
