package io.hawser.ledger.due;

/**
 * Work of one kind that fails repeatedly, for a person.
 *
 * @param sentence names one key, since when it fails, and why
 * @param nothingElse nothing of this kind has succeeded since, so the keys are not the cause
 */
public record FailingKind(String sentence, boolean nothingElse) {}
