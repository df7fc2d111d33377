package io.hawser.strict.knowledge;

import io.grpc.Status.Code;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Moment;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.call.Side;
import io.hawser.strict.call.Subject;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Calls that did not succeed, until they are repeated with success or undone. The pacing rules use them. A call that
 * changes nothing counts as repeated only by the same request over the same connection: several callers may ask the
 * same thing at the same time.
 */
public final class Attempts {

    /**
     * The last try of a call.
     *
     * @param code the code that the caller received; empty if it received none
     * @param undoing whether the opposite call was sent since; then the opposite has to reach its end
     * @param refused when the opposite was refused, if that was its end: it undid nothing
     * @param inARow number of tries in a row that ended like this one, with no change and no long interval between them
     */
    public record Failed(
            Call call,
            Optional<Code> code,
            StatusMeaning ending,
            Moment at,
            boolean undoing,
            Optional<Moment> refused,
            int inARow) {
        /**
         * An attach that finds no room on the node, or the volume attached elsewhere. The caller need not see what
         * removes the obstacle, so it retries with exponential backoff (ControllerPublishVolume Errors).
         */
        public boolean backsOff() {
            return call.rpc() == Rpc.CONTROLLER_PUBLISH_VOLUME
                    && code.filter(ELSEWHERE::contains).isPresent();
        }

        /** Whether this call is to be repeated or undone. */
        public boolean isOwed() {
            return !undoing || refused.isPresent();
        }

        public Moment owedSince() {
            return refused.orElse(at);
        }

        Failed underUndoing() {
            return new Failed(call, code, ending, at, true, Optional.empty(), inARow);
        }

        Failed undoingRefused(Moment when) {
            return new Failed(call, code, ending, at, true, Optional.of(when), inARow);
        }
    }

    private static final Set<Code> ELSEWHERE = EnumSet.of(Code.RESOURCE_EXHAUSTED, Code.FAILED_PRECONDITION);

    /** @param connection 0 for calls that change something: they count as repeated on any connection */
    private record Key(Call.Identity identity, long connection) {
        static Key of(Call call) {
            return of(call.identity(), call.rpc().changes() ? 0 : call.connection());
        }

        static Key of(Call.Identity identity, long connection) {
            return new Key(identity, connection);
        }
    }

    /** RPCs that make room. */
    private static final Set<Rpc> FREEING = EnumSet.of(
            Rpc.DELETE_VOLUME,
            Rpc.DELETE_SNAPSHOT,
            Rpc.DELETE_VOLUME_GROUP_SNAPSHOT,
            Rpc.CONTROLLER_UNPUBLISH_VOLUME,
            Rpc.NODE_UNSTAGE_VOLUME,
            Rpc.NODE_UNPUBLISH_VOLUME);

    private final Map<Subject, Map<Key, Failed>> failed = new HashMap<>();
    private final Map<Subject, Moment> changed = new HashMap<>();
    private Optional<Moment> freed = Optional.empty();
    private final Duration longInterval;
    private Moment started;

    Attempts(Moment started, Duration longInterval) {
        this.started = started;
        this.longInterval = longInterval;
    }

    /** How the last try ended, if it failed. */
    public Optional<Failed> before(Call call) {
        return Optional.ofNullable(failed.getOrDefault(call.subject(), Map.of()).get(Key.of(call)))
                .filter(earlier ->
                        call.rpc().changes() || earlier.call().request().equals(call.request()));
    }

    /** Every failed try to change something that has neither succeeded since nor is being undone. */
    public List<Failed> open() {
        return failed.values().stream()
                .flatMap(ofSubject -> ofSubject.values().stream())
                .filter(attempt -> attempt.call().rpc().changes() && attempt.isOwed())
                .toList();
    }

    /** The later of this moment and the plugin's last start: nothing could be repeated before the start. */
    public Moment sinceListening(Moment at) {
        return started.nanos() - at.nanos() > 0 ? started : at;
    }

    /**
     * Whether something changed after the attempt: the thing itself, or, for a lack of room, anything that made room.
     * An attach that found the volume elsewhere may have waited for any detach.
     */
    public boolean changedSince(Failed attempt) {
        boolean waitsForRoom = attempt.code().equals(Optional.of(Code.RESOURCE_EXHAUSTED)) || attempt.backsOff();
        Optional<Moment> room = waitsForRoom ? freed : Optional.empty();
        return restartedSince(attempt)
                || Stream.of(
                                room,
                                Optional.ofNullable(changed.get(attempt.call().subject())))
                        .flatMap(Optional::stream)
                        .anyMatch(at -> at.nanos() - attempt.at().nanos() > 0);
    }

    public boolean restartedSince(Failed attempt) {
        return started.nanos() - attempt.at().nanos() > 0;
    }

    void sent(Call call) {
        Map<Key, Failed> ofSubject = failed.getOrDefault(call.subject(), Map.of());
        opposites(call, ofSubject).forEach(other -> ofSubject.computeIfPresent(other, (key, it) -> it.underUndoing()));
    }

    /** The call did nothing: what it was to undo is as open as before. */
    void refused(Call call, Moment at) {
        Map<Key, Failed> ofSubject = failed.getOrDefault(call.subject(), Map.of());
        opposites(call, ofSubject)
                .forEach(other -> ofSubject.computeIfPresent(other, (key, it) -> it.undoingRefused(at)));
    }

    /** The node's machine is gone, and with it what its calls were to do. */
    public void wipe(String node) {
        failed.values().forEach(ofSubject -> ofSubject
                .values()
                .removeIf(attempt -> attempt.call().rpc().side() == Side.NODE
                        && attempt.call().node().equals(node)));
    }

    void ended(Call call, Optional<Code> code, StatusMeaning ending, Moment at) {
        if (ending != StatusMeaning.DONE) {
            failed.computeIfAbsent(call.subject(), subject -> new HashMap<>())
                    .compute(
                            Key.of(call),
                            (key, last) -> new Failed(
                                    call,
                                    code,
                                    ending,
                                    at,
                                    false,
                                    Optional.empty(),
                                    last != null && goesOn(last, call, ending) ? last.inARow() + 1 : 1));
            return;
        }
        forget(Key.of(call));
        if (!call.rpc().changes()) {
            return;
        }
        opposites(call, failed.getOrDefault(call.subject(), Map.of())).forEach(this::forget);
        if (FREEING.contains(call.rpc())) {
            freed = Optional.of(at);
        }
        if (call.rpc() == Rpc.DELETE_VOLUME) {
            changed.remove(call.subject());
            failed.remove(call.subject());
        } else {
            changed.put(call.subject(), at);
        }
    }

    private boolean goesOn(Failed last, Call call, StatusMeaning ending) {
        return last.ending() == ending
                && !last.undoing()
                && !changedSince(last)
                && call.at().since(last.at()).compareTo(longInterval) < 0;
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

    /** The failed calls of the opposite RPC: this call undoes them, or redoes what they undid. */
    private static List<Key> opposites(Call call, Map<Key, Failed> ofSubject) {
        String place = call.identity().place();
        // A detach without a node is for all nodes.
        boolean everywhere = call.rpc() == Rpc.CONTROLLER_UNPUBLISH_VOLUME && place.isEmpty();
        return opposite(call.rpc()).stream()
                .flatMap(other -> ofSubject.keySet().stream()
                        .filter(key -> key.identity().rpc() == other
                                && (everywhere || key.identity().place().equals(place))))
                .toList();
    }

    private static Optional<Rpc> opposite(Rpc rpc) {
        return switch (rpc) {
            case CONTROLLER_PUBLISH_VOLUME -> Optional.of(Rpc.CONTROLLER_UNPUBLISH_VOLUME);
            case CONTROLLER_UNPUBLISH_VOLUME -> Optional.of(Rpc.CONTROLLER_PUBLISH_VOLUME);
            case NODE_STAGE_VOLUME -> Optional.of(Rpc.NODE_UNSTAGE_VOLUME);
            case NODE_UNSTAGE_VOLUME -> Optional.of(Rpc.NODE_STAGE_VOLUME);
            case NODE_PUBLISH_VOLUME -> Optional.of(Rpc.NODE_UNPUBLISH_VOLUME);
            case NODE_UNPUBLISH_VOLUME -> Optional.of(Rpc.NODE_PUBLISH_VOLUME);
            default -> Optional.empty();
        };
    }
}
