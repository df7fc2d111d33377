package io.hawser.conformance.invariant;

import com.google.protobuf.Message;
import io.grpc.Status.Code;
import io.hawser.bus.dead.DeadRecord;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.conformance.history.Action;
import io.hawser.conformance.history.DueLook;
import io.hawser.conformance.history.HeldVolume;
import io.hawser.conformance.history.History;
import io.hawser.conformance.history.MountSighting;
import io.hawser.conformance.history.Pauses;
import io.hawser.conformance.history.PluginTrace;
import io.hawser.conformance.history.SeenMount;
import io.hawser.conformance.history.Tables;
import io.hawser.conformance.history.TopicRecord;
import io.hawser.strict.StrictPlugin;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Capabilities;
import io.hawser.strict.call.CapabilityProfiles;
import io.hawser.strict.call.Moment;
import io.hawser.strict.call.PathFacts;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.history.Event;
import io.hawser.strict.history.Event.Effect;
import io.hawser.strict.knowledge.Subjects;
import io.hawser.v1.Node;
import io.hawser.v1.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Writes a history by hand, one observation after the other; each is a second later than the one before. */
final class Scene {
    static final String PLUGIN = "strict.hawser.io";
    static final Map<String, String> NODES = Map.of("strict-n1", "n1", "strict-n2", "n2");
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Pauses PAUSES =
            new Pauses(Duration.ofSeconds(10), Duration.ofSeconds(20), Duration.ofSeconds(1));

    private final List<Event> events = new ArrayList<>();
    private final List<TopicRecord> records = new ArrayList<>();
    private final List<DeadRecord.Letter> dead = new ArrayList<>();
    private final List<MountSighting> mounts = new ArrayList<>();
    private final List<DueLook> due = new ArrayList<>();
    private final List<Action> actions = new ArrayList<>();
    private final List<HeldVolume> held = new ArrayList<>();
    private final Subjects subjects = new Subjects();
    private final List<Call> calls = new ArrayList<>();
    private Capabilities capabilities = CapabilityProfiles.full();
    private final Map<String, Optional<Tables.StateLine>> applied = new HashMap<>();
    private final Map<String, Long> read = new HashMap<>();
    private Optional<Tables> quiet = Optional.empty();
    private Optional<StrictPlugin.Running> running = Optional.empty();
    private boolean relayed;
    private Instant now = START;

    Moment now() {
        return new Moment(now, Duration.between(START, now).toNanos());
    }

    void later(Duration by) {
        now = now.plus(by);
    }

    private Moment next() {
        later(Duration.ofSeconds(1));
        return now();
    }

    /** A call arrives, on a node's socket or on the controller's (empty). */
    long arrives(Rpc rpc, Message request, String node) {
        var subject = subjects.of(rpc, request);
        Call call = new Call(calls.size() + 1L, rpc, request, node, 1, "localhost", subject, 1, PathFacts.NONE, next());
        calls.add(call);
        events.add(new Event.CallArrived(call));
        return call.id();
    }

    void ends(long call, Code code, boolean delivered, Effect effect, Optional<Message> response) {
        events.add(new Event.CallEnded(call, code, delivered, effect, response, next()));
        response.ifPresent(answer -> subjects.done(calls.get((int) call - 1).request(), answer));
    }

    void givesUp(long call) {
        events.add(new Event.CallGivenUp(call, next()));
    }

    void happens(Event event) {
        events.add(event);
    }

    /** What the plugin offers from the start. */
    void offering(String profile) {
        capabilities = CapabilityProfiles.parse(profile);
    }

    /** The plugin runs in this version when all is quiet. */
    void running(String version, boolean throughRelays) {
        running = Optional.of(new StrictPlugin.Running(version, capabilities));
        relayed = throughRelays;
    }

    void does(Action action) {
        actions.add(action);
    }

    void writes(HawserTopic topic, String key, String id, String source, Message message) {
        add(topic, source, new Decoded.Known(origin(topic), key, id, MessageTypes.nameOf(message), message));
    }

    void deletes(HawserTopic topic, String key) {
        add(topic, "", new Decoded.Tombstone(origin(topic), key));
    }

    /** A record that can be read and not be obeyed. */
    void writesInvalid(HawserTopic topic, String key, String id, Message prototype) {
        add(
                topic,
                "",
                new Decoded.Invalid(
                        origin(topic), Optional.of(key), id, MessageTypes.nameOf(prototype), "spec.scope", "unknown"));
    }

    /** The last record is buried. */
    void buried(String reason) {
        TopicRecord last = records.getLast();
        Origin place = last.decoded().origin();
        dead.add(new DeadRecord.Letter(
                place,
                last.at(),
                last.key(),
                reason,
                place.topic(),
                Optional.of(place),
                last.at(),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty()));
    }

    private void add(HawserTopic topic, String source, Decoded decoded) {
        Instant at = next().wall();
        TopicRecord record = new TopicRecord(topic, at, at, source, decoded);
        records.add(record);
        apply(record);
    }

    private Origin origin(HawserTopic topic) {
        return new Origin(TopicNames.DEFAULT.of(topic), "", 0, records.size());
    }

    /** One look at the mount tables. */
    void mounted(Map<String, List<String>> pathsByNode) {
        Instant at = next().wall();
        pathsByNode.forEach((node, paths) -> mounts.add(new MountSighting(
                at, node, paths.stream().map(path -> new SeenMount(path, false)).toList())));
    }

    /** Somebody looks at what is due: this row, since so long. */
    void overdue(String key, Duration since) {
        looked(key, false, since);
    }

    /** Somebody looks at what is due: work on this row fails, since so long. */
    void failing(String key, Duration since) {
        looked(key, true, since);
    }

    private void looked(String key, boolean failing, Duration since) {
        Instant at = next().wall();
        due.add(new DueLook(
                at, "volume-service", List.of(new DueLook.Overdue("volume", key, failing, at.minus(since)))));
    }

    void holds(HeldVolume volume) {
        held.add(volume);
    }

    void quiet(List<Tables.VolumeLine> volumes, List<Tables.PublicationLine> publications, Map<String, Long> unsent) {
        quiet(volumes, publications, unsent, Map.of("volume_service", 0L));
    }

    void quiet(
            List<Tables.VolumeLine> volumes,
            List<Tables.PublicationLine> publications,
            Map<String, Long> unsent,
            Map<String, Long> deadlocks) {
        quiet = Optional.of(new Tables(
                next().wall(),
                volumes,
                publications,
                applied.values().stream().flatMap(Optional::stream).toList(),
                read,
                unsent,
                deadlocks));
    }

    /** volume-service read the last record, and did not store it. */
    void lost() {
        Map<String, Long> readSoFar = Map.copyOf(read);
        applied.clear();
        records.stream().limit(records.size() - 1L).forEach(this::apply);
        read.putAll(readSoFar);
    }

    /** volume-service did not read the last record yet. */
    void unread() {
        lost();
        TopicRecord last = records.getLast();
        read.put(last.decoded().origin().topic() + "-" + last.partition(), last.offset());
    }

    private void apply(TopicRecord record) {
        applied.put(
                record.topic() + "/" + record.key(),
                record.as(Message.class)
                        .filter(message -> message instanceof Task || message instanceof Node)
                        .map(message -> new Tables.StateLine(record.topic(), record.key(), message)));
        read.put(record.decoded().origin().topic() + "-" + record.partition(), record.offset() + 1);
    }

    History history() {
        PluginTrace trace = new PluginTrace(PLUGIN, capabilities, NODES, events, held, running, relayed);
        return new History(Stream.of(trace).toList(), records, dead, mounts, quiet, due, actions, PAUSES);
    }
}
