package io.hawser.deallocator.deletion;

import java.util.Optional;

/** Describes for people how far a deletion has come, and what it waits for. */
public final class InWords {
    private InWords() {}

    /** @param standstill why nothing is decided now; empty: everything is decided */
    public static String of(NextStep next, Optional<String> standstill) {
        return switch (next) {
            case NextStep.NoteWatermarks _, NextStep.CatchUp _, NextStep.Deallocate _
            when standstill.isPresent() ->
                "nothing holds it as far as was read; nothing is decided now: " + standstill.get();
            default -> of(next);
        };
    }

    static String of(NextStep next) {
        String quiet = "nothing holds it";
        return switch (next) {
            case NextStep.Nothing() -> "stays until somebody asks for its deletion";
            case NextStep.Kept() -> "kept: a service that has ended said RETAIN";
            case NextStep.WaitFor(Holders holders) -> "waits for " + holders.inWords();
            case NextStep.NoteWatermarks ignored -> quiet + "; about to look how much there is still to read";
            case NextStep.CatchUp ignored -> quiet + " as far as was read; reading on before it is believed";
            case NextStep.Deallocate ignored -> quiet + "; about to be deallocated";
            case NextStep.WriteAgain ignored -> "deallocated; waits until its record is deleted";
        };
    }
}
