package io.hawser.node.mount;

import io.hawser.v1.AssignmentTarget;
import java.time.Instant;

/** The one thing that a volume needs next. */
public sealed interface Step {

    /** A call to the plugin. Its intent is written before, its ending after. */
    sealed interface Call extends Step {
        /** What fails if this fails: a target's id, or {@link RetryState#VOLUME}. */
        String subject();

        /** The same call without what the plugin does not see: equal for calls that ask the plugin for the same. */
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

    /** What is known of the staging path is out of date: nothing is staged, without a call. */
    record NotStaged() implements Step {}

    /** Nothing is here and nothing shall be: the record can go. */
    record Forget() implements Step {}

    /** Somebody says that he unmounted by hand what the plugin does not: the record goes, if nothing is mounted. */
    record DropRecord() implements Step {}

    /** All is as ordered, or nothing is ordered. */
    record Rest() implements Step {}

    record WaitUntil(Instant when) implements Step {}

    /** Somebody else's move: the plugin comes back, or a person decides. */
    record Park(String message) implements Step {}
}
