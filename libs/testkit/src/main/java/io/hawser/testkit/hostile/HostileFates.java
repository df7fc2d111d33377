package io.hawser.testkit.hostile;

import io.hawser.testkit.hostile.Hostile.Fate;
import io.hawser.testkit.hostile.Hostile.Kind;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Rejected;
import java.util.List;
import java.util.Optional;

/** Compares what became of a hostile record with what has to. */
final class HostileFates {
    private HostileFates() {}

    /**
     * @param answerable the service that runs answers the refusals of its topic
     * @param dead the reason on its dead letter
     * @param answers under its id
     * @return the first fault; empty = none
     */
    static Optional<String> fault(Hostile one, boolean answerable, Optional<String> dead, List<CommandResult> answers) {
        Kind kind = one.kind();
        Fate fate = one.fate();
        if (dead.isPresent() && !heldByItsKey(one, dead.get())) {
            String message = dead.get();
            if (message.startsWith("cannot be applied")) {
                return Optional.of("was not judged: " + message);
            }
            if (fate != Fate.DEAD && fate != Fate.ANY) {
                return Optional.of("is dead: " + message);
            }
            return kind.isSaidBy("", message)
                    ? Optional.empty()
                    : Optional.of("is dead for another reason: " + message);
        }
        return switch (fate) {
            case DEAD -> Optional.of("has no dead letter");
            case SKIPPED ->
                answers.isEmpty() ? Optional.empty() : Optional.of("was answered, although its type is unknown");
            case REFUSED -> answerable ? refused(one, answers) : Optional.empty();
            case READ, ANY ->
                answerable && one.awaitsAnswer() && answers.isEmpty()
                        ? Optional.of("is neither answered under " + one.id() + " nor dead")
                        : Optional.empty();
        };
    }

    /**
     * A task's record without a usable key is answered by volume-service, and set aside by deallocator-service: no
     * later record replaces it, so a person has to discard it.
     */
    private static boolean heldByItsKey(Hostile one, String message) {
        return one.record().topic().endsWith(".tasks")
                && (one.fate() == Fate.REFUSED || one.fate() == Fate.READ)
                && (message.startsWith("the record has no key")
                        || message.startsWith("the key has ")
                        || message.startsWith("the record's key holds "));
    }

    private static Optional<String> refused(Hostile one, List<CommandResult> answers) {
        List<Rejected> refusals = answers.stream()
                .filter(CommandResult::hasRejected)
                .map(CommandResult::getRejected)
                .filter(rejected -> !rejected.getField().isEmpty())
                .toList();
        if (refusals.isEmpty()) {
            return Optional.of("was not refused under " + one.id());
        }
        return refusals.stream().anyMatch(rejected -> one.kind().isSaidBy(rejected.getField(), rejected.getMessage()))
                ? Optional.empty()
                : Optional.of("was refused for another reason: " + refusals);
    }
}
