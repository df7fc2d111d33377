package io.hawser.node.assignment;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.key.NodeVolume;
import io.hawser.node.mount.DesiredState;
import io.hawser.v1.AgentIdentity;
import io.hawser.v1.Assignment;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The newest assignment of each volume of one node, and whether they are for this agent. Only the reader's thread
 * writes; all threads read.
 */
public final class AssignmentCache {
    /** Volumes come and go for as long as the agent runs. A volume that went so long ago is in no log any more. */
    private static final int MOST_GONE = 10_000;

    private record Drawn(String uid, long generation) {}

    private final String node;
    private final AgentIdentity self;
    private final Map<String, DesiredState.Read> latest = new ConcurrentHashMap<>();
    /**
     * The greatest generation of each volume's last creation, with or without a tombstone. A partition that is read
     * again brings no older assignment back. Another creation may begin with a lower one: the database's clock may have
     * been set back in between.
     */
    private final Map<String, Drawn> generations = new ConcurrentHashMap<>();
    /** Volumes without assignment whose generation is still known, in the order in which they went. */
    private final LinkedHashSet<String> gone = new LinkedHashSet<>();

    /** Volumes whose assignment was read before the topic was made again, and not since. */
    private final Set<String> unconfirmed = ConcurrentHashMap.newKeySet();

    private volatile CountedAgent counted = CountedAgent.UNKNOWN;

    /** @param self which agent this is */
    public AssignmentCache(String node, AgentIdentity self) {
        this.node = node;
        this.self = self;
    }

    /** Why this agent does not count as the node's; empty: it does. */
    public Optional<String> notCounted() {
        return counted.whyNot(self);
    }

    /** Empty: no volume of this name has an assignment. */
    public Optional<DesiredState.Read> latest(String volume) {
        return Optional.ofNullable(latest.get(volume)).map(this::forThisAgent);
    }

    /** An assignment of nothing is for every agent of the node's name, whether or not it counts. */
    private DesiredState.Read forThisAgent(DesiredState.Read read) {
        return read instanceof DesiredState.Usable(DesiredState desired) && !desired.nothing()
                ? notCounted()
                        .<DesiredState.Read>map(message -> new DesiredState.NotForThisAgent(desired.key(), message))
                        .orElse(read)
                : read;
    }

    public Set<String> volumes() {
        return Set.copyOf(latest.keySet());
    }

    /**
     * From here on, another topic of the same name is read. Until it is complete, a record that it lacks means nothing.
     */
    public void beginAgain() {
        unconfirmed.addAll(latest.keySet());
        counted = counted.unconfirmed();
    }

    /**
     * The topic now holds every current assignment.
     *
     * @return the volumes that have no assignment any more
     */
    public Set<String> complete() {
        Set<String> lacking = Set.copyOf(unconfirmed);
        unconfirmed.clear();
        lacking.forEach(this::gone);
        counted = counted.complete();
        return lacking;
    }

    /**
     * Applies one record of the partition, for any node.
     *
     * @param key the record's key; empty: none
     * @return the volume whose assignment changed
     */
    public Optional<String> apply(String key, Decoded decoded) {
        if (key.equals(node)) {
            counted = counted.after(node, decoded);
        }
        return NodeVolume.parse(key)
                .filter(parsed -> parsed.node().equals(node))
                .flatMap(parsed -> apply(parsed, decoded));
    }

    private Optional<String> apply(NodeVolume key, Decoded decoded) {
        String volume = key.volume();
        unconfirmed.remove(volume);
        return switch (decoded) {
            case Decoded.Tombstone _ -> gone(volume) ? Optional.of(volume) : Optional.empty();
            case Decoded.Newer _ -> Optional.empty();
            case Decoded.Known known ->
                known.message() instanceof Assignment assignment
                        ? put(volume, read(key, assignment))
                        : Optional.empty();
            case Decoded.Invalid invalid -> put(volume, refused(invalid.field(), invalid.message()));
            case Decoded.Malformed malformed -> put(volume, refused("record", malformed.message()));
        };
    }

    private static DesiredState.Read read(NodeVolume key, Assignment assignment) {
        return key.equals(new NodeVolume(assignment.getNode(), assignment.getVolume()))
                ? DesiredState.of(assignment)
                : refused("key", "names another node or volume than the record does");
    }

    private static DesiredState.Read refused(String field, String message) {
        return new DesiredState.Refused(Optional.empty(), field, message);
    }

    private boolean gone(String volume) {
        gone.remove(volume);
        gone.add(volume);
        if (gone.size() > MOST_GONE) {
            generations.remove(gone.removeFirst());
        }
        return latest.remove(volume) != null;
    }

    /** The generations of one creation only grow: a record with an older one is a replay. */
    private Optional<String> put(String volume, DesiredState.Read read) {
        if (read instanceof DesiredState.Usable(DesiredState desired)) {
            Drawn now = new Drawn(desired.key().uid(), desired.generation());
            Drawn before = generations.getOrDefault(volume, now);
            if (before.uid().equals(now.uid()) && now.generation() < before.generation()) {
                return Optional.empty();
            }
            generations.put(volume, now);
        }
        gone.remove(volume);
        return read.equals(latest.put(volume, read)) ? Optional.empty() : Optional.of(volume);
    }
}
