package io.hawser.volume.node;

import io.hawser.volume.node.AgentRecord.Identity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The agent that speaks for a node: only its records count. DESIGN.md has the interleavings.
 *
 * @param root empty = no agent has named itself yet
 * @param boots ordered by revision, at most {@value #KEPT}; the last is the present one
 * @param place whether the node is in the inventory, and whether another agent may replace this one
 * @param vacantSince when the node came back after it was given up; empty = it is not {@link Place#VACANT}, or that is
 *     not known
 * @param cloned two machines have this identity: neither counts until the node is removed from the inventory
 * @param heard when the last record of the present boot was written
 * @param stranger the last other agent, which does not count
 */
public record Speaker(
        String root,
        String machine,
        List<Boot> boots,
        Place place,
        Optional<Instant> vacantSince,
        boolean cloned,
        Optional<Instant> heard,
        Optional<Stranger> stranger) {
    /** If a machine reboots more often while its clone is silent, the clone is detected one record later. */
    public static final int KEPT = 8;

    public static final Speaker NOBODY =
            new Speaker("", "", List.of(), Place.PRESENT, Optional.empty(), false, Optional.empty(), Optional.empty());

    /** The node's place in the inventory. */
    public enum Place {
        PRESENT,
        REMOVED,
        /** Removed and fenced: the machine is gone, and any agent may take its place. */
        GIVEN_UP,
        /** Given up, and in the inventory again: the next agent that speaks takes the place. */
        VACANT
    }

    /**
     * An agent whose records do not count.
     *
     * @param words who it is, for people
     * @param at when its last record was written
     */
    public record Stranger(String words, Instant at) {}

    public Speaker {
        boots = List.copyOf(boots);
    }

    /** Whether the record comes from another agent, so that the node's volumes matter. */
    public boolean isForeign(AgentRecord word) {
        return named() && word.by().filter(by -> !isMe(by)).isPresent();
    }

    /**
     * Judges one record.
     *
     * @param idle the node has no publication, claim or orphaned mount; matters only for another agent
     * @param patience how long an agent may be silent
     */
    public Verdict judge(AgentRecord word, boolean idle, Duration patience) {
        if (word.by().isEmpty()) {
            return unnamed(word);
        }
        Identity by = word.by().get();
        if (!named()) {
            return new Verdict.NewAgent(begun(by, word));
        }
        if (isMe(by)) {
            return cloned ? new Verdict.Cloned(this) : mine(by, word);
        }
        boolean gone =
                place == Place.GIVEN_UP || isVacantAt(word.at()) || (idle && !cloned && silentAt(word.at(), patience));
        return gone ? new Verdict.NewAgent(begun(by, word)) : new Verdict.Stranger(overheard(by.words(), word));
    }

    /**
     * After an agent has named itself, unnamed records count only as history: a later one may come from another root.
     */
    private Verdict unnamed(AgentRecord word) {
        if (!named()) {
            return new Verdict.Accepted(this);
        }
        boolean before = !boots.isEmpty() && word.revision() < boots.getFirst().first();
        return before && !cloned
                ? new Verdict.History(this)
                : new Verdict.Stranger(overheard("an agent that does not name itself", word));
    }

    private Verdict mine(Identity by, AgentRecord word) {
        List<Boot> all = with(by.boot(), word.revision());
        if (overlap(all)) {
            return new Verdict.Cloned(
                    new Speaker(root, machine, newest(all), place, vacantSince, true, heard, stranger));
        }
        if (!all.getLast().id().equals(by.boot())) {
            return new Verdict.History(
                    new Speaker(root, machine, newest(all), place, vacantSince, false, heard, stranger));
        }
        boolean reboot = !boots.isEmpty() && !boots.getLast().id().equals(by.boot());
        // The given-up machine is back and takes its place. What it wrote before, or as it went, does not say so.
        boolean back = isVacantAt(word.at());
        Speaker after = new Speaker(
                root,
                machine,
                newest(all),
                back ? Place.PRESENT : place,
                back ? Optional.empty() : vacantSince,
                false,
                later(word.at()),
                stranger);
        return reboot ? new Verdict.Reboot(after) : new Verdict.Accepted(after);
    }

    private List<Boot> with(String boot, long revision) {
        List<Boot> all = new ArrayList<>();
        boots.forEach(each -> all.add(each.id().equals(boot) ? each.with(revision) : each));
        if (boots.stream().noneMatch(each -> each.id().equals(boot))) {
            all.add(new Boot(boot, revision, revision));
        }
        all.sort(Comparator.comparingLong(Boot::first));
        return all;
    }

    private static boolean overlap(List<Boot> boots) {
        return IntStream.range(1, boots.size())
                .anyMatch(i -> boots.get(i - 1).last() >= boots.get(i).first());
    }

    private static List<Boot> newest(List<Boot> boots) {
        return boots.subList(Math.max(0, boots.size() - KEPT), boots.size());
    }

    private Speaker begun(Identity by, AgentRecord word) {
        return replacedBy(
                by.root(), by.machine(), List.of(new Boot(by.boot(), word.revision(), word.revision())), word.at());
    }

    private Speaker replacedBy(String root, String machine, List<Boot> boots, Instant heard) {
        Place now = place == Place.PRESENT || place == Place.VACANT ? Place.PRESENT : Place.REMOVED;
        return new Speaker(root, machine, boots, now, Optional.empty(), false, Optional.of(heard), Optional.empty());
    }

    private Speaker overheard(String words, AgentRecord word) {
        Stranger now = new Stranger(words, word.at());
        boolean older = stranger.filter(last -> last.at().isAfter(word.at())).isPresent();
        return older ? this : new Speaker(root, machine, boots, place, vacantSince, cloned, heard, Optional.of(now));
    }

    private Optional<Instant> later(Instant at) {
        return heard.filter(at::isBefore).or(() -> Optional.of(at));
    }

    /**
     * The node was removed from the inventory, or its fence changed afterwards. If it is fenced, its machine is gone,
     * and another may use its name. A clone is resolved: the next agent that speaks is the node.
     */
    public Speaker removed(boolean fenced) {
        Place now = fenced || place == Place.GIVEN_UP || place == Place.VACANT ? Place.GIVEN_UP : Place.REMOVED;
        return new Speaker(root, machine, cloned ? List.of() : boots, now, Optional.empty(), false, heard, stranger);
    }

    /**
     * The node is in the inventory, still or again.
     *
     * @param written when its record was written, by the clock that times the agents' records
     */
    public Speaker present(Instant written) {
        return switch (place) {
            case VACANT -> this;
            case GIVEN_UP ->
                new Speaker(root, machine, boots, Place.VACANT, Optional.of(written), cloned, heard, stranger);
            case PRESENT, REMOVED ->
                new Speaker(root, machine, boots, Place.PRESENT, Optional.empty(), cloned, heard, stranger);
        };
    }

    /** An older copy of the database does not know that this agent took the place. Its silence counts from now. */
    Speaker replacedSince(String root, String machine, Instant now) {
        return replacedBy(root, machine, List.of(), now);
    }

    /** An older copy does not know of the clone. A removal that was read since has ended it. */
    Speaker clonedSince() {
        return place == Place.PRESENT
                ? new Speaker(root, machine, boots, place, vacantSince, true, heard, stranger)
                : this;
    }

    /** An older copy does not know that the node was fenced and removed. */
    Speaker givenUpSince(Instant now) {
        Speaker givenUp = removed(true);
        return place == Place.PRESENT || place == Place.VACANT ? givenUp.present(now) : givenUp;
    }

    /** A stranger that spoke a moment ago, not one whose record was only read late. */
    public Optional<Stranger> strangerAt(Instant now, Duration patience) {
        return stranger.filter(each -> each.at().plus(patience).isAfter(now));
    }

    /** A description for people. */
    public String words() {
        return new Identity(
                        root, machine, boots.isEmpty() ? "" : boots.getLast().id())
                .words();
    }

    /** What an agent wrote before the node was in the inventory again takes no place, however late it is read. */
    private boolean isVacantAt(Instant at) {
        return place == Place.VACANT
                && vacantSince.filter(since -> !since.isBefore(at)).isEmpty();
    }

    private boolean silentAt(Instant at, Duration patience) {
        return heard.filter(last -> last.plus(patience).isBefore(at)).isPresent();
    }

    private boolean named() {
        return !root.isEmpty();
    }

    private boolean isMe(Identity by) {
        return by.root().equals(root) && by.machine().equals(machine);
    }
}
