package io.hawser.volume.command;

import io.hawser.message.Fault;
import io.hawser.message.Names;
import io.hawser.message.Truncated;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.ForgetMount;
import io.hawser.v1.RegisterVolume;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.UpdateVolume;
import io.hawser.v1.VolumeAvailability;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Conditions;
import io.hawser.volume.lifecycle.IdOwner;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.Volume;
import io.hawser.volume.spec.SpecRules;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decides about a command: a new state of the volume, or a refusal that names the field. */
public final class CommandRules {
    /** How many commands may ask for one removal after the first: each is stored with the volume. */
    static final int MOST_LATER = 100;

    private CommandRules() {}

    /** The answer to a command. */
    public sealed interface Verdict {
        record Accepted(Volume volume, String note) implements Verdict {}

        /** Accepted, and carried out with that. */
        record Done(Volume volume, String note) implements Verdict {}

        record Refused(Fault fault) implements Verdict {}

        /**
         * The command names something unknown. That is a fault if it is still unknown after everything written before
         * the command has been read.
         */
        record NotKnown(Fault fault) implements Verdict {}

        /**
         * The name, or the id at the plugin, is not free yet. That is a fault of a new command. A command that a lost
         * database may have carried out was accepted when it was free, and waits for that.
         */
        record NotFree(Fault fault) implements Verdict {}
    }

    /**
     * What is known when a command is decided; all of it is locked.
     *
     * @param existing the volume of that name
     * @param holders claims that hold it
     * @param pluginKnown whether plugin-registry has published a record of the new volume's plugin
     * @param uid for a new volume
     * @param soon the earliest time to retry what is uncertain
     * @param owner another volume that has the new one's id at the plugin, or may get it
     * @param mounted for a registration, the nodes with a mount under the name, whose volume does not exist, and the
     *     mount's uid
     */
    public record Situation(
            Optional<Volume> existing,
            List<Claim> holders,
            boolean pluginKnown,
            String uid,
            Instant soon,
            Optional<IdOwner> owner,
            Map<NodeName, String> mounted) {}

    public static Verdict of(VolumeCommand command, Situation now) {
        String key = command.record().key();
        String id = command.record().id();
        return switch (command) {
            case VolumeCommand.Create(var _, CreateVolume create) ->
                RegisterRules.free(create(create, key, now.uid(), now.existing(), now.pluginKnown()), "name", now);
            case VolumeCommand.Register(var _, RegisterVolume register) -> RegisterRules.register(register, key, now);
            case VolumeCommand.Update(var _, UpdateVolume update) -> update(update, key, now.existing());
            case VolumeCommand.Forget(var _, ForgetMount forget) -> forget(forget, key, id, now.existing());
            case VolumeCommand.Remove(var _, RemoveVolume remove) ->
                remove(remove, key, id, now.existing(), now.holders(), now.soon());
        };
    }

    static Verdict create(
            CreateVolume command, String key, String uid, Optional<Volume> existing, boolean pluginKnown) {
        Optional<Fault> fault = name(command.getName(), key)
                .or(() -> command.hasSpec() ? Optional.empty() : Optional.of(new Fault("spec", "there is none")))
                .or(() -> SpecRules.check(command.getSpec()))
                .or(() -> existing.filter(volume -> volume.removal().isEmpty())
                        .map(volume -> new Fault("name", "a volume of this name exists")));
        if (fault.isPresent()) {
            return new Verdict.Refused(fault.get());
        }
        if (existing.isPresent()) {
            return new Verdict.NotFree(new Fault(
                    "name",
                    "a volume of this name is still being removed (uid "
                            + existing.get().uid() + ")"));
        }
        String plugin = command.getSpec().getPlugin();
        return pluginKnown
                ? new Verdict.Accepted(Volume.accepted(new VolumeName(command.getName()), uid, command.getSpec()), "")
                : new Verdict.NotKnown(new Fault("spec.plugin", "plugin '" + plugin + "' is not registered"));
    }

    static Verdict update(UpdateVolume command, String key, Optional<Volume> existing) {
        Optional<Fault> fault = name(command.getName(), key)
                .or(() -> unknown(command.getName(), existing))
                .or(() -> another(command.getUid(), existing.orElseThrow()))
                .or(() -> changed(command, existing.orElseThrow().spec()));
        if (fault.isPresent()) {
            return new Verdict.Refused(fault.get());
        }
        Volume volume = existing.orElseThrow();
        var spec = volume.spec().toBuilder()
                .clearLabels()
                .putAllLabels(command.getLabelsMap())
                .setAvailability(command.getAvailability())
                .build();
        // The rest of the specification was accepted before, perhaps by an earlier version's rules.
        return SpecRules.labels("labels", command.getLabelsMap())
                .<Verdict>map(Verdict.Refused::new)
                .orElseGet(() -> new Verdict.Done(volume.with(spec), "changed"));
    }

    static Verdict remove(
            RemoveVolume command,
            String key,
            String commandId,
            Optional<Volume> existing,
            List<Claim> holders,
            Instant soon) {
        Optional<Fault> fault = name(command.getName(), key)
                .or(() -> unknown(command.getName(), existing))
                .or(() -> another(command.getUid(), existing.orElseThrow()));
        if (fault.isPresent()) {
            return new Verdict.Refused(fault.get());
        }
        Volume volume = existing.orElseThrow();
        if (command.getOnlyIfUnused() && !holders.isEmpty()) {
            return new Verdict.Refused(new Fault("only_if_unused", Conditions.heldBy(holders)));
        }
        if (volume.removal().isPresent()) {
            Volume.Removal before = volume.removal().get();
            // Whoever asks for force after that many without it has no other way out.
            boolean forcedNow = command.getForce() && !before.force();
            if (before.later().size() >= MOST_LATER && !forcedNow) {
                return new Verdict.Refused(
                        new Fault("", "its removal was asked for too often, first by command " + before.command()));
            }
            return new Verdict.Accepted(
                    volume.removing(before.askedAgain(command.getForce(), commandId)),
                    "its removal was asked for already, by command " + before.command());
        }
        return new Verdict.Accepted(
                volume.removing(new Volume.Removal(command.getForce(), commandId, Optional.empty()), soon),
                holders.isEmpty() ? "" : Conditions.heldBy(holders));
    }

    /**
     * What an operator did by hand: unmounted the volume, which the node verifies itself, as only it can; or detached
     * it, which nothing verifies.
     *
     * @param commandId the command to answer when the node has dropped its record, or the attachment has ended
     */
    static Verdict forget(ForgetMount command, String key, String commandId, Optional<Volume> existing) {
        Optional<Fault> fault = name(command.getName(), key).or(() -> unknown(command.getName(), existing));
        if (fault.isPresent()) {
            return new Verdict.Refused(fault.get());
        }
        Volume volume = existing.orElseThrow();
        Publication publication = volume.publications().get(new NodeName(command.getNode()));
        if (publication == null) {
            return refused("node " + Truncated.of(command.getNode()) + " has nothing of volume " + volume.name());
        }
        return command.getDetached()
                ? detached(volume, publication, commandId)
                : unmounted(volume, publication, commandId);
    }

    private static Verdict unmounted(Volume volume, Publication publication, String commandId) {
        boolean leaving = publication.unconfirmed() && !publication.mounts().nothingLeft()
                || switch (publication.state()) {
                    case PENDING_NODE_UNPUBLISH, UNCONFIRMED_DETACH -> true;
                    case PENDING_PUBLISH, PUBLISHED, PENDING_UNPUBLISH -> false;
                };
        if (!leaving) {
            return refused(
                    publication.state() == Publication.State.PENDING_UNPUBLISH
                            ? "node " + publication.node() + " has said already that nothing is left"
                            : inUse(volume, publication));
        }
        if (publication.forget().asked()) {
            return refused("command " + publication.forget().command() + " says so already");
        }
        return new Verdict.Accepted(
                volume.with(publication.forgetting(commandId)),
                "node " + publication.node() + " forgets it as soon as nothing of it is mounted there");
    }

    /**
     * The plugin is asked first, because it knows better. Whether a node is fenced that has not reported yet is judged
     * by the volume's decision, as for the plugin's call.
     */
    private static Verdict detached(Volume volume, Publication publication, String commandId) {
        Optional<Fault> fault =
                switch (publication.state()) {
                    case PENDING_PUBLISH, PUBLISHED -> Optional.of(new Fault("node", inUse(volume, publication)));
                    case PENDING_NODE_UNPUBLISH ->
                        Optional.of(new Fault(
                                "detached",
                                "node " + publication.node() + " may have volume " + volume.name()
                                        + " mounted: if the machine is lost, fence the node; otherwise unmount the"
                                        + " volume there, and leave out `detached`"));
                    case UNCONFIRMED_DETACH ->
                        Optional.of(new Fault(
                                "detached",
                                "volume " + volume.name() + " is detached from node " + publication.node()
                                        + " already: to say that nothing is mounted there, leave out `detached`"));
                    case PENDING_UNPUBLISH ->
                        publication.retry().attempt() > 0
                                ? Optional.empty()
                                : Optional.of(new Fault(
                                        "detached",
                                        "no ControllerUnpublishVolume of volume " + volume.name() + " from node "
                                                + publication.node()
                                                + " has failed: wait until one has"));
                };
        if (fault.isPresent()) {
            return new Verdict.Refused(fault.get());
        }
        if (publication.forget().isDetached()) {
            return refused("command " + publication.forget().detached() + " says so already");
        }
        return new Verdict.Accepted(
                volume.with(publication.detachedByHand(commandId)),
                "the attachment to node " + publication.node()
                        + " ends without the plugin, once its running call has ended and the node has nothing left, or"
                        + " is fenced");
    }

    private static String inUse(Volume volume, Publication publication) {
        return "volume " + volume.name() + " is in use on node " + publication.node() + ": end its tasks there first";
    }

    private static Verdict refused(String message) {
        return new Verdict.Refused(new Fault("node", message));
    }

    private static Optional<Fault> name(String name, String key) {
        return Names.volume("name", name)
                .or(() -> name.equals(key)
                        ? Optional.empty()
                        : Optional.of(new Fault(
                                "key", "the record's key '" + key + "' is not the volume's name '" + name + "'")));
    }

    private static Optional<Fault> unknown(String name, Optional<Volume> existing) {
        return existing.isPresent() ? Optional.empty() : Optional.of(new Fault("name", "no volume is called " + name));
    }

    /** Two senders that read the same do not undo each other's change. */
    private static Optional<Fault> changed(UpdateVolume command, VolumeSpec spec) {
        if (!command.hasExpected()) {
            return Optional.empty();
        }
        if (!spec.getLabelsMap().equals(command.getExpected().getLabelsMap())) {
            return Optional.of(new Fault("expected.labels", "the volume's labels have changed since they were read"));
        }
        return active(spec.getAvailability()) == active(command.getExpected().getAvailability())
                ? Optional.empty()
                : Optional.of(
                        new Fault("expected.availability", "the volume's availability has changed since it was read"));
    }

    /** A volume without an availability is active. */
    private static VolumeAvailability active(VolumeAvailability availability) {
        return availability == VolumeAvailability.VOLUME_AVAILABILITY_UNSPECIFIED
                ? VolumeAvailability.VOLUME_AVAILABILITY_ACTIVE
                : availability;
    }

    /** The sender saw an earlier volume of the name. */
    private static Optional<Fault> another(String uid, Volume volume) {
        return uid.isEmpty() || uid.equals(volume.uid())
                ? Optional.empty()
                : Optional.of(new Fault(
                        "uid",
                        "volume " + volume.name() + " has another uid, " + volume.uid() + ": the name was used again"));
    }
}
