package io.hawser.ledger.due;

/**
 * Work of one kind that fails again and again, for a person.
 *
 * @param sentence names one key, since when it fails, and why
 * @param nothingElse nothing of this kind has been done since: the keys are not to blame
 */
public record FailingKind(String sentence, boolean nothingElse) {}
