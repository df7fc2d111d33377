package io.hawser.volume.lifecycle;

import io.hawser.ledger.call.CallToken;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.VolumeName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A volume as stored: its spec, the known effects of controller calls, and the one call that may be in flight.
 *
 * @param generation the highest drawn for any of its nodes; the next one is above it, whatever the clock does
 * @param since when the volume or its removal was requested; empty before the first decision after that
 */
public record Volume(
        VolumeName name,
        String uid,
        VolumeSpec spec,
        Provision provision,
        Optional<Removal> removal,
        SortedMap<NodeName, Publication> publications,
        Optional<Call> call,
        long generation,
        Optional<Instant> since) {

    /**
     * A requested removal; irrevocable.
     *
     * @param force delete the record and keep the backing storage
     * @param command id of the command to answer at the end
     * @param barrier how far the logs must be read before the deletion; empty = not noted yet
     * @param abandoned nodes where the volume may still be attached, because the removal is forced and the plugin did
     *     not confirm the detach
     * @param later ids of further commands that asked for it, to be answered at the end, too
     * @param guessed the last node of a page of nodes from which it is detached without a record of it there; empty =
     *     no such page, or the last one
     */
    public record Removal(
            boolean force,
            String command,
            Optional<String> barrier,
            Set<NodeName> abandoned,
            List<String> later,
            Optional<NodeName> guessed) {
        public Removal {
            abandoned = Collections.unmodifiableSet(new TreeSet<>(abandoned));
            later = List.copyOf(later);
        }

        public Removal(boolean force, String command, Optional<String> barrier) {
            this(force, command, barrier, Set.of(), List.of(), Optional.empty());
        }

        /** The same removal, asked for by one more command. */
        public Removal askedAgain(boolean force, String command) {
            List<String> more = new ArrayList<>(later);
            more.add(command);
            return new Removal(this.force || force, this.command, barrier, abandoned, more, guessed);
        }

        /** All commands to answer at the end. */
        List<String> commands() {
            List<String> all = new ArrayList<>(later);
            all.addFirst(command);
            return all;
        }

        Removal abandoning(NodeName node) {
            Set<NodeName> more = new TreeSet<>(abandoned);
            more.add(node);
            return new Removal(force, command, barrier, more, later, guessed);
        }
    }

    /**
     * The call in flight.
     *
     * @param uncertainBefore whether the volume or publication was uncertain before the call; a rejection of the call
     *     does not end that
     */
    public record Call(CallToken token, Operation operation, boolean uncertainBefore) {}

    public Volume {
        publications = Collections.unmodifiableSortedMap(new TreeMap<>(publications));
    }

    /** The answers to all commands that wait for something of this volume, when it is gone. */
    List<Effect> answersWhenGone(String note) {
        List<Effect> answers = new ArrayList<>();
        removal.ifPresent(asked -> asked.commands()
                .forEach(id -> answers.add(new Effect.CommandDone(id, RemoveVolume.getDescriptor(), note))));
        publications.values().forEach(each -> answers.addAll(PublicationRules.answered(each, "the volume is gone")));
        return answers;
    }

    /** A newly requested volume. */
    public static Volume accepted(VolumeName name, String uid, VolumeSpec spec) {
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
     * A newly requested volume, for a command that a lost database may have executed: a removal makes sure that nothing
     * is left. The removal of a registered volume keeps the storage in any case.
     */
    public Volume perhapsCommandedBefore() {
        return provision.isToConfirm() ? this : with(Provision.PERHAPS_BEFORE);
    }

    public PluginName plugin() {
        return new PluginName(spec.getPlugin());
    }

    /** CSI's {@code name}. It belongs to one creation, so a name that is created again never gets the old volume. */
    public String csiName() {
        return "hawser-" + uid;
    }

    /**
     * It was registered, or the plugin could not create volumes when this one was asked for, and serves what was there
     * under its name. A plugin that creates volumes makes up their ids.
     */
    public boolean existedBefore() {
        return provision.created()
                && (!provision.attempted() || provision.info().volumeId().equals(name.value()));
    }

    public Volume with(Provision provision) {
        return new Volume(name, uid, spec, provision, removal, publications, call, generation, since);
    }

    /** Whether it has a publication on this node, also under another name of its machine. */
    public boolean isKnownOn(NodeName node, String csiNodeId) {
        return publications.containsKey(node)
                || publications.values().stream()
                        .anyMatch(known -> known.csiNodeId().equals(csiNodeId));
    }

    public Volume with(Publication publication) {
        TreeMap<NodeName, Publication> changed = new TreeMap<>(publications);
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

    /** @param publication what is left on the node; empty = nothing */
    Volume with(NodeName node, Optional<Publication> publication) {
        return publication.map(this::with).orElseGet(() -> without(node));
    }

    /** A lost database drew this generation: the next one is above it. */
    Volume drawn(long generation) {
        return new Volume(
                name, uid, spec, provision, removal, publications, call, Math.max(this.generation, generation), since);
    }

    public Volume without(NodeName node) {
        TreeMap<NodeName, Publication> changed = new TreeMap<>(publications);
        changed.remove(node);
        return new Volume(name, uid, spec, provision, removal, changed, call, generation, since);
    }

    /** As if it were on no node. */
    public Volume unpublished() {
        return new Volume(name, uid, spec, provision, removal, new TreeMap<>(), call, generation, since);
    }

    public Volume with(VolumeSpec spec) {
        return new Volume(name, uid, spec, provision, removal, publications, call, generation, since);
    }

    public Volume removing(Removal removal) {
        Optional<Instant> asked = this.removal.isPresent() ? since : Optional.empty();
        return new Volume(name, uid, spec, provision, Optional.of(removal), publications, call, generation, asked);
    }

    /** Stamps each state that began with this decision with the time of the decision. */
    Volume stamped(Instant now) {
        TreeMap<NodeName, Publication> stamped = new TreeMap<>(publications);
        stamped.replaceAll((node, publication) -> publication.stamped(now));
        Instant began = since.filter(asked -> !asked.isAfter(now)).orElse(now);
        return new Volume(name, uid, spec, provision, removal, stamped, call, generation, Optional.of(began));
    }

    /** The removal does not wait out the backoff of an earlier call, but nothing is tried before {@code soon}. */
    public Volume removing(Removal removal, Instant soon) {
        return removing(removal).with(provision.with(provision.retry().preempted(soon)));
    }

    Volume calling(Optional<Call> call) {
        return new Volume(name, uid, spec, provision, removal, publications, call, generation, since);
    }
}
