package io.hawser.strict;

import io.hawser.csi.v1.NodePublishVolumeRequest;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.strict.call.Capabilities;
import io.hawser.strict.call.CapabilityProfiles;
import io.hawser.strict.fault.FaultScript;
import io.hawser.strict.knowledge.Limits;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A caller that breaks one rule and keeps all the others.
 *
 * @param rule the rule that it breaks
 * @param offered what its plugin offers
 * @param reads whether it reads capabilities and node ids first
 * @param involved how many calls the violation names at least
 */
record WrongCaller(
        String rule,
        Capabilities offered,
        FaultScript faults,
        Limits limits,
        boolean reads,
        int involved,
        Consumer<Scene> does) {

    /** Never too soon, never too late: pacing is judged where a caller wants it. */
    static final Limits ANY_PACE = Limits.standard().withGaps(Duration.ZERO, Duration.ofHours(1), Duration.ZERO);

    /** What it acts on. */
    record Scene(Caller caller, Capabilities offered) {
        VolumeUser volume(String name) {
            return volume(name, Mode.MULTI_NODE_MULTI_WRITER);
        }

        VolumeUser volume(String name, Mode mode) {
            return new VolumeUser(caller, offered, name, mode);
        }

        /** Publishes a volume with a request that is changed like this. */
        void publish(UnaryOperator<NodePublishVolumeRequest.Builder> change) {
            VolumeUser volume = volume("a").create().attach("n1").stage("n1");
            NodePublishVolumeRequest request =
                    change.apply(volume.publishRequest("n1", "t1")).build();
            Caller.code(() -> caller.node("n1").nodePublishVolume(request));
        }

        /** Detaches it from all nodes with one call. */
        void detachEverywhere(VolumeUser volume) {
            caller.controller()
                    .controllerUnpublishVolume(
                            volume.detachRequest("n1").clearNodeId().build());
        }
    }

    static WrongCaller breaking(String rule, Consumer<Scene> does) {
        return new WrongCaller(rule, CapabilityProfiles.full(), FaultScript.calm(), ANY_PACE, true, 1, does);
    }

    /** What it does is wrong because of an earlier call, which has to be named too. */
    static WrongCaller contradicting(String rule, Consumer<Scene> does) {
        return new WrongCaller(rule, CapabilityProfiles.full(), FaultScript.calm(), ANY_PACE, true, 2, does);
    }

    WrongCaller with(String capabilities) {
        return new WrongCaller(rule, CapabilityProfiles.parse(capabilities), faults, limits, reads, involved, does);
    }

    WrongCaller under(String faultScript) {
        return new WrongCaller(rule, offered, FaultScript.parse(faultScript), limits, reads, involved, does);
    }

    WrongCaller within(Limits pace) {
        return new WrongCaller(rule, offered, faults, pace, reads, involved, does);
    }

    WrongCaller readingNothing() {
        return new WrongCaller(rule, offered, faults, limits, false, involved, does);
    }

    @Override
    public String toString() {
        return rule;
    }
}
