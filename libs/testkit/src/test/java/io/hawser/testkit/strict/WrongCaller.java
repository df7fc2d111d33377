package io.hawser.testkit.strict;

import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.testkit.strict.fault.FaultScript;
import io.hawser.testkit.strict.rule.Limits;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * A caller that breaks one rule and keeps all the others.
 *
 * @param rule the rule that it breaks
 * @param offered what its plugin offers
 * @param reads whether it reads capabilities and node ids first
 */
record WrongCaller(
        String rule, Capabilities offered, FaultScript faults, Limits limits, boolean reads, Consumer<Scene> does) {

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
    }

    static WrongCaller breaking(String rule, Consumer<Scene> does) {
        return new WrongCaller(rule, CapabilityProfiles.full(), FaultScript.calm(), ANY_PACE, true, does);
    }

    WrongCaller with(String capabilities) {
        return new WrongCaller(rule, CapabilityProfiles.parse(capabilities), faults, limits, reads, does);
    }

    WrongCaller under(String faultScript) {
        return new WrongCaller(rule, offered, FaultScript.parse(faultScript), limits, reads, does);
    }

    WrongCaller within(Limits pace) {
        return new WrongCaller(rule, offered, faults, pace, reads, does);
    }

    WrongCaller readingNothing() {
        return new WrongCaller(rule, offered, faults, limits, false, does);
    }

    @Override
    public String toString() {
        return rule;
    }
}
