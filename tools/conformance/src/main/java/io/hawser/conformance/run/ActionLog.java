package io.hawser.conformance.run;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.conformance.history.Action;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** The run's own actions, with their times. Thread-safe. */
final class ActionLog {
    private final Clock clock;
    private final List<Action> all = new ArrayList<>();

    ActionLog(Clock clock) {
        this.clock = clock;
    }

    void commanded(String id, Message command, String volume) {
        add(new Action.Commanded(clock.instant(), id, MessageTypes.nameOf(command), volume));
    }

    void nodeLost(String node) {
        add(new Action.NodeLost(clock.instant(), node));
    }

    void nodeDestroyed(String node) {
        add(new Action.NodeDestroyed(clock.instant(), node));
    }

    void strangerSpeaks(String node, String root) {
        add(new Action.StrangerSpeaks(clock.instant(), node, root));
    }

    void disturbed(String process, String what) {
        add(new Action.Disturbed(clock.instant(), process, what));
    }

    void noted(String what) {
        add(new Action.Noted(clock.instant(), what));
    }

    private synchronized void add(Action action) {
        all.add(action);
    }

    synchronized List<Action> all() {
        return List.copyOf(all);
    }
}
