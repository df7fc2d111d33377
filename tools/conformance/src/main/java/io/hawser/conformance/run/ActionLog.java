package io.hawser.conformance.run;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.conformance.history.Deed;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** The run's own actions, with their times. Thread-safe. */
final class ActionLog {
    private final Clock clock;
    private final List<Deed> all = new ArrayList<>();

    ActionLog(Clock clock) {
        this.clock = clock;
    }

    void commanded(String id, Message command, String volume) {
        add(new Deed.Commanded(clock.instant(), id, MessageTypes.nameOf(command), volume));
    }

    void nodeLost(String node) {
        add(new Deed.NodeLost(clock.instant(), node));
    }

    void nodeDestroyed(String node) {
        add(new Deed.NodeDestroyed(clock.instant(), node));
    }

    void strangerSpeaks(String node, String root) {
        add(new Deed.StrangerSpeaks(clock.instant(), node, root));
    }

    void disturbed(String process, String what) {
        add(new Deed.Disturbed(clock.instant(), process, what));
    }

    void noted(String what) {
        add(new Deed.Noted(clock.instant(), what));
    }

    private synchronized void add(Deed deed) {
        all.add(deed);
    }

    synchronized List<Deed> all() {
        return List.copyOf(all);
    }
}
