package io.hawser.volume.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Records of one agent are read from two topics, compacted, and again after a restore: in any order. */
class SpeakerPropertyTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Property(tries = 500)
    void aMachineThatRebootsIsNeverAClone(@ForAll @IntRange(min = 1, max = 12) int boots, @ForAll Random random) {
        List<AgentRecord> words = new ArrayList<>();
        long revision = 0;
        for (int boot = 0; boot < boots; boot++) {
            for (int i = random.nextInt(5); i >= 0; i--) {
                words.add(word("boot-" + boot, revision += 1 + random.nextInt(3)));
            }
        }
        Collections.shuffle(words, random);

        Speaker speaker = Speaker.NOBODY;
        for (AgentRecord word : words.subList(0, 1 + random.nextInt(words.size()))) {
            Verdict verdict = speaker.judge(word, random.nextBoolean(), PATIENCE);
            assertThat(verdict.counts()).isTrue();
            speaker = verdict.after();
        }

        assertThat(speaker.cloned()).isFalse();
        assertThat(speaker.boots()).hasSizeLessThanOrEqualTo(Speaker.KEPT);
    }

    @Property(tries = 500)
    void theNewestBootSpeaksWhateverIsReadFirst(@ForAll @IntRange(min = 1, max = 8) int boots, @ForAll Random random) {
        List<AgentRecord> words = new ArrayList<>();
        for (int boot = 0; boot < boots; boot++) {
            words.add(word("boot-" + boot, 2L * boot));
            words.add(word("boot-" + boot, 2L * boot + 1));
        }
        Collections.shuffle(words, random);

        Speaker speaker = Speaker.NOBODY;
        for (AgentRecord word : words) {
            speaker = speaker.judge(word, false, PATIENCE).after();
        }

        assertThat(speaker.boots().getLast())
                .isEqualTo(new Boot("boot-" + (boots - 1), 2L * boots - 2, 2L * boots - 1));
    }

    @Property(tries = 500)
    void twoMachinesThatSpeakInTurnAreFoundOutWhateverIsReadFirst(@ForAll Random random) {
        List<AgentRecord> words = new ArrayList<>(
                List.of(word("boot-a", 10), word("boot-b", 20), word("boot-a", 30), word("boot-b", 40)));
        Collections.shuffle(words, random);

        Speaker speaker = Speaker.NOBODY;
        for (AgentRecord word : words) {
            speaker = speaker.judge(word, true, PATIENCE).after();
        }

        assertThat(speaker.cloned()).isTrue();
    }

    private static AgentRecord word(String boot, long revision) {
        return new AgentRecord(
                Optional.of(new AgentRecord.Identity("r", "m", boot)), revision, Instant.EPOCH.plusSeconds(revision));
    }
}
