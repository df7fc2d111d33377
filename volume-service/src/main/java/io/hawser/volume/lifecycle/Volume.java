package io.hawser.volume.lifecycle;

import io.hawser.ledger.call.CallToken;
import io.hawser.v1.VolumeSpec;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** A volume as it is stored: the wish, what the controller plugin is known to have done, and the one call that may be under way. */
public record Volume(
        String name,
        String uid,
        VolumeSpec spec,
        Provision provision,
        Optional<Removal> removal,
        SortedMap<String, Publication> publications,
        Optional<Call> call) {

    /**
     * Somebody asked for its removal; irrevocable.
     *
     * @param force forget the record and keep the backing storage
     * @param command the id to answer when it is done
     * @param barrier how far the logs must be read before it is deleted; empty = not noted yet
     */
    public record Removal(boolean force, String command, Optional<String> barrier) {}

    /**
     * The call in flight.
     *
     * @param doubtBefore whether what it is about was in doubt already: a rejection of this call does not end that
     */
    public record Call(CallToken token, Operation operation, boolean doubtBefore) {}

    public Volume {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(uid, "uid");
        Objects.requireNonNull(spec, "spec");
        Objects.requireNonNull(provision, "provision");
        Objects.requireNonNull(removal, "removal");
        publications = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(publications));
        Objects.requireNonNull(call, "call");
    }

    /** A volume that was asked for just now. */
    public static Volume wished(String name, String uid, VolumeSpec spec) {
        return new Volume(name, uid, spec, Provision.NEW, Optional.empty(), new TreeMap<>(), Optional.empty());
    }

    /** The same, where the record that asked may have been acted on before: a removal makes sure that nothing is left of it. */
    public Volume perhapsWishedBefore() {
        return with(Provision.PERHAPS_BEFORE);
    }

    /** CSI's {@code name}: of this creation, so a name that is created again never meets the old volume. */
    public String csiName() {
        return "hawser-" + uid;
    }

    public Volume with(Provision provision) {
        return new Volume(name, uid, spec, provision, removal, publications, call);
    }

    public Volume with(Publication publication) {
        TreeMap<String, Publication> changed = new TreeMap<>(publications);
        changed.put(publication.node(), publication);
        return new Volume(name, uid, spec, provision, removal, changed, call);
    }

    public Volume without(String node) {
        TreeMap<String, Publication> changed = new TreeMap<>(publications);
        changed.remove(node);
        return new Volume(name, uid, spec, provision, removal, changed, call);
    }

    public Volume with(VolumeSpec spec) {
        return new Volume(name, uid, spec, provision, removal, publications, call);
    }

    public Volume removing(Removal removal) {
        return new Volume(name, uid, spec, provision, Optional.of(removal), publications, call);
    }

    /** Its removal was asked for, which need not wait out the pause of what was wanted before; nothing is tried before {@code soon}. */
    public Volume removing(Removal removal, Instant soon) {
        return removing(removal).with(provision.with(provision.retry().preempted(soon)));
    }

    Volume calling(Optional<Call> call) {
        return new Volume(name, uid, spec, provision, removal, publications, call);
    }
}
