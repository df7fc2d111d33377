package io.hawser.deallocator.deletion;

/** Describes for people how far a deletion has come, and what it waits for. */
public final class InWords {
    private InWords() {}

    public static String of(Resource resource, Deletion deletion, NextStep next) {
        String quiet = "no " + resource.heldBy() + " is left";
        return switch (next) {
            case NextStep.Nothing() ->
                deletion instanceof Deletion.Deallocated
                        ? "deallocated; the orchestrator may delete its record"
                        : "stays until somebody asks for its deletion";
            case NextStep.WaitFor(Holders holders) -> "waits for " + holders.inWords(resource.heldBy());
            case NextStep.NoteWatermarks() -> quiet + "; about to look how much there is still to read";
            case NextStep.CatchUp ignored -> quiet + " as far as was read; reading on before it is believed";
            case NextStep.Deallocate ignored -> quiet + "; about to be deallocated";
        };
    }
}
