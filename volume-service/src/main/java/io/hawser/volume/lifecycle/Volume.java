package io.hawser.volume.lifecycle;

import io.hawser.ledger.call.CallToken;
import io.hawser.v1.VolumeSpec;
import java.time.Instant;
import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A volume as it is stored: its spec, what the controller plugin is known to have done, and the one call that may be
 * under way.
 *
 * @param generation the last that was drawn for any of its nodes: the next one is above it, whatever the clock does
 * @param since when it was asked for, or its removal was; empty before its first decision after that
 */
public record Volume(
        String name,
        String uid,
        VolumeSpec spec,
        Provision provision,
        Optional<Removal> removal,
        SortedMap<String, Publication> publications,
        Optional<Call> call,
        long generation,
        Optional<Instant> since) {

    /**
     * Somebody asked for its removal; irrevocable.
     *
     * @param force forget the record and keep the backing storage
     * @param command the id to answer when it is done
     * @param barrier how far the logs must be read before it is deleted; empty = not noted yet
     * @param abandoned nodes that it may still be attached to, because it is forced and the plugin did not say
     *     otherwise
     */
    public record Removal(boolean force, String command, Optional<String> barrier, Set<String> abandoned) {
        public Removal {
            abandoned = Collections.unmodifiableSet(new TreeSet<>(abandoned));
        }

        public Removal(boolean force, String command, Optional<String> barrier) {
            this(force, command, barrier, Set.of());
        }

        Removal abandoning(String node) {
            Set<String> more = new TreeSet<>(abandoned);
            more.add(node);
            return new Removal(force, command, barrier, more);
        }
    }

    /**
     * The call in flight.
     *
     * @param uncertainBefore whether what it is about was uncertain already: a rejection of this call does not end that
     */
    public record Call(CallToken token, Operation operation, boolean uncertainBefore) {}

    public Volume {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(uid, "uid");
        Objects.requireNonNull(spec, "spec");
        Objects.requireNonNull(provision, "provision");
        Objects.requireNonNull(removal, "removal");
        publications = Collections.unmodifiableSortedMap(new TreeMap<>(publications));
        Objects.requireNonNull(call, "call");
        Objects.requireNonNull(since, "since");
    }

    /** A volume that was asked for just now. */
    public static Volume accepted(String name, String uid, VolumeSpec spec) {
        return new Volume(
                name,
                uid,
                spec,
                Provision.NEW,
                Optional.empty(),
                new TreeMap<>(),
                Optional.empty(),
                0,
                Optional.empty());
    }

    /**
     * The same, where the record that asked may have been acted on before: a removal makes sure that nothing is left of
     * it.
     */
    public Volume perhapsCommandedBefore() {
        return with(Provision.PERHAPS_BEFORE);
    }

    /** CSI's {@code name}: of this creation, so a name that is created again never meets the old volume. */
    public String csiName() {
        return "hawser-" + uid;
    }

    public Volume with(Provision provision) {
        return new Volume(name, uid, spec, provision, removal, publications, call, generation, since);
    }

    public Volume with(Publication publication) {
        TreeMap<String, Publication> changed = new TreeMap<>(publications);
        changed.put(publication.node(), publication);
        return new Volume(
                name,
                uid,
                spec,
                provision,
                removal,
                changed,
                call,
                Math.max(generation, publication.generation()),
                since);
    }

    /** A database that is lost drew this generation: the next one is above it. */
    Volume drawn(long generation) {
        return new Volume(
                name, uid, spec, provision, removal, publications, call, Math.max(this.generation, generation), since);
    }

    public Volume without(String node) {
        TreeMap<String, Publication> changed = new TreeMap<>(publications);
        changed.remove(node);
        return new Volume(name, uid, spec, provision, removal, changed, call, generation, since);
    }

    public Volume with(VolumeSpec spec) {
        return new Volume(name, uid, spec, provision, removal, publications, call, generation, since);
    }

    public Volume removing(Removal removal) {
        Optional<Instant> asked = this.removal.isPresent() ? since : Optional.empty();
        return new Volume(name, uid, spec, provision, Optional.of(removal), publications, call, generation, asked);
    }

    /** What came into its state with this decision has been there since now. */
    Volume stamped(Instant now) {
        TreeMap<String, Publication> stamped = new TreeMap<>(publications);
        stamped.replaceAll((node, publication) -> publication.stamped(now));
        Instant began = since.filter(asked -> !asked.isAfter(now)).orElse(now);
        return new Volume(name, uid, spec, provision, removal, stamped, call, generation, Optional.of(began));
    }

    /**
     * Its removal was asked for, which need not wait out the pause of what was wanted before; nothing is tried before
     * {@code soon}.
     */
    public Volume removing(Removal removal, Instant soon) {
        return removing(removal).with(provision.with(provision.retry().preempted(soon)));
    }

    Volume calling(Optional<Call> call) {
        return new Volume(name, uid, spec, provision, removal, publications, call, generation, since);
    }
}
