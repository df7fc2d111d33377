package io.hawser.cli.command;

import io.hawser.cli.look.Look;
import io.hawser.cli.rest.CommandAnswer;
import io.hawser.cli.rest.VolumeServiceClient;
import io.hawser.cli.text.Printable;
import io.hawser.v1.CommandResult;
import io.hawser.v1.DeferredCommand;
import io.hawser.v1.Rejected;

final class Answers {
    private Answers() {}

    /** Waits until a command is answered: accepted, rejected or done. */
    static CommandResult await(Waiting waiting, VolumeServiceClient volumes, String id) {
        return waiting.until(
                "an answer to command " + id,
                () -> volumes.command(id)
                        .map(Answers::look)
                        .orElseGet(() -> new Look.NotYet<>("volume-service has not read it yet")),
                "the command is still valid; `./hawser command " + id + "` shows its answer");
    }

    private static Look<CommandResult> look(CommandAnswer answer) {
        return switch (answer) {
            case CommandAnswer.Answered(CommandResult result) -> new Look.Ready<>(result);
            case CommandAnswer.Deferred(DeferredCommand command) -> new Look.NotYet<>(command.getMessage());
        };
    }

    static String sentence(CommandResult result) {
        return Printable.of(
                switch (result.getOutcomeCase()) {
                    case ACCEPTED -> "accepted" + note(result.getAccepted().getNote());
                    case DONE -> "done" + note(result.getDone().getNote());
                    case REJECTED -> "rejected: " + reason(result.getRejected());
                    case OUTCOME_NOT_SET -> "answered without an outcome";
                });
    }

    private static String reason(Rejected rejected) {
        return rejected.getMessage() + (rejected.getField().isEmpty() ? "" : " (field " + rejected.getField() + ")");
    }

    private static String note(String note) {
        return note.isEmpty() ? "" : ": " + note;
    }
}
