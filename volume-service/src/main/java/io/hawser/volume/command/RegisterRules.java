package io.hawser.volume.command;

import io.hawser.message.Fault;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.RegisterVolume;
import io.hawser.volume.command.CommandRules.Situation;
import io.hawser.volume.command.CommandRules.Verdict;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.lifecycle.Provision;
import io.hawser.volume.lifecycle.Volume;
import io.hawser.volume.spec.SpecRules;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/** Decides about the registration of a volume that a plugin has already: a creation without CreateVolume. */
final class RegisterRules {
    private RegisterRules() {}

    static Verdict register(RegisterVolume command, String key, Situation now) {
        CreateVolume.Builder wanted = CreateVolume.newBuilder().setName(command.getName());
        if (command.hasSpec()) {
            wanted.setSpec(command.getSpec());
        }
        Verdict verdict = CommandRules.create(wanted.build(), key, now.uid(), now.existing(), now.pluginKnown());
        Optional<Fault> fault =
                SpecRules.existing(command.getSpec(), command.getVolumeId(), command.getVolumeContextMap());
        // Nothing that a later record says mends it.
        if (fault.isPresent() && !(verdict instanceof Verdict.Refused)) {
            return new Verdict.Refused(fault.get());
        }
        if (!(verdict instanceof Verdict.Accepted(Volume volume, String note))) {
            return verdict;
        }
        // A lost database may have registered it under the same uid: that mount is of this volume.
        Optional<NodeName> earlier = now.mounted().entrySet().stream()
                .filter(mount -> !mount.getValue().equals(now.uid()))
                .map(Map.Entry::getKey)
                .min(Comparator.naturalOrder());
        if (earlier.isPresent()) {
            return new Verdict.NotFree(new Fault(
                    "name",
                    "node " + earlier.get()
                            + " has a mount of an earlier volume of this name, which may be this one: unmount it there"
                            + " when nothing uses it any more, or remove the node if the machine is gone"));
        }
        Provision.Info info = new Provision.Info(
                command.getVolumeId(),
                0,
                command.getVolumeContextMap(),
                command.getSpec().getTopology().getRequisiteList());
        return free(new Verdict.Accepted(volume.with(Provision.registered(info)), note), "volume_id", now);
    }

    /**
     * Two names for one disk let two writers in.
     *
     * @param field of the command that says the id
     */
    static Verdict free(Verdict verdict, String field, Situation now) {
        if (!(verdict instanceof Verdict.Accepted) || now.owner().isEmpty()) {
            return verdict;
        }
        Fault fault = new Fault(field, now.owner().get().message());
        return now.owner().get().passes() ? new Verdict.NotFree(fault) : new Verdict.Refused(fault);
    }
}
