package io.hawser.deallocator.deletion;

/** Describes for people how far a deletion has come, and what it waits for. */
public final class InWords {
    private InWords() {}

    public static String of(NextStep next) {
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
