package io.hawser.volume.node;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** One node, whose agents are heard word by word. */
final class Hearing {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    static final Duration PATIENCE = Duration.ofSeconds(30);

    Speaker speaker = Speaker.NOBODY;
    boolean idle;

    Verdict says(String root, String boot, long revision) {
        return judge(word(root, boot, revision));
    }

    Verdict unnamed(long revision) {
        return judge(new AgentRecord(Optional.empty(), revision, at(revision)));
    }

    Verdict judge(AgentRecord word) {
        Verdict verdict = speaker.judge(word, idle, PATIENCE);
        speaker = verdict.after();
        return verdict;
    }

    static AgentRecord word(String root, String boot, long revision) {
        return new AgentRecord(Optional.of(new AgentRecord.Identity(root, "m", boot)), revision, at(revision));
    }

    /** Revisions are seconds here: an agent's clock and the broker's agree. */
    static Instant at(long revision) {
        return START.plusSeconds(revision);
    }
}
