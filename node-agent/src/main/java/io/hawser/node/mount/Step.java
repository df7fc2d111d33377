package io.hawser.node.mount;

import io.hawser.v1.AssignmentTarget;
import java.time.Instant;

/** The one thing that a volume needs next. */
public sealed interface Step {

    /** A call to the plugin, or own work on files. The intent is recorded before it, the outcome after it. */
    sealed interface Call extends Step {
        /** What the call acts on: a target's id, or {@link RetryState#VOLUME}. */
        String subject();

        /**
         * The same call without the parts that the plugin does not see. Calls that ask the plugin for the same are
         * equal.
         */
        default Call asked() {
            return this;
        }
    }

    record Stage(DesiredState desired) implements Call {
        @Override
        public String subject() {
            return RetryState.VOLUME;
        }

        @Override
        public Call asked() {
            return new Stage(desired.volumeOnly());
        }
    }

    record Publish(DesiredState desired, AssignmentTarget target) implements Call {
        @Override
        public String subject() {
            return target.getId();
        }

        @Override
        public Call asked() {
            return new Publish(desired.volumeOnly(), target);
        }
    }

    /** The agent's own work on the files of a published target; no call to the plugin. */
    record GiveGroup(String target, String group) implements Call {
        @Override
        public String subject() {
            return target;
        }
    }

    record Unpublish(String target) implements Call {
        @Override
        public String subject() {
            return target;
        }
    }

    record Unstage() implements Call {
        @Override
        public String subject() {
            return RetryState.VOLUME;
        }
    }

    /** @param target the published target whose path tells the plugin where the volume is */
    record Expand(DesiredState desired, String target, long bytes) implements Call {
        @Override
        public String subject() {
            return RetryState.EXPANSION;
        }

        @Override
        public Call asked() {
            return new Expand(desired.volumeOnly(), target, bytes);
        }
    }

    /** The recorded staging is out of date: the volume is not staged, and no call is needed. */
    record NotStaged() implements Step {}

    /** The node has nothing and shall have nothing: the record can be deleted. */
    record Forget() implements Step {}

    /**
     * A person says that they unmounted by hand what the plugin does not unmount. The record is deleted if nothing is
     * mounted.
     */
    record DropRecord() implements Step {}

    /** Everything is as ordered, or nothing is ordered. */
    record Rest() implements Step {}

    record WaitUntil(Instant when) implements Step {}

    /** Waits for the plugin to come back, or for a person to decide. */
    record Park(String message) implements Step {}
}
