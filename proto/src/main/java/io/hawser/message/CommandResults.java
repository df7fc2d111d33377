package io.hawser.message;

import io.hawser.v1.Accepted;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Done;
import io.hawser.v1.Rejected;
import java.util.List;

/** Answers to commands, without their revision. */
public final class CommandResults {
    private CommandResults() {}

    /**
     * The answered command.
     *
     * @param id the command's CloudEvents id
     * @param type of the command, such as {@code hawser.v1.CreateVolume}
     * @param entity of the command, as far as it could be read; empty if it could not
     */
    public record Asked(String id, String type, String entity) {
        private CommandResult.Builder result() {
            return CommandResult.newBuilder()
                    .setCommandId(id)
                    .setCommandType(type)
                    .setEntity(entity);
        }
    }

    /** @param note for people; empty for none */
    public static CommandResult accepted(Asked asked, String note) {
        return asked.result().setAccepted(Accepted.newBuilder().setNote(note)).build();
    }

    /**
     * @param field path of the wrong field; empty = none
     * @param message a sentence for people
     */
    public static CommandResult rejected(Asked asked, String field, String message) {
        return asked.result()
                .setRejected(Rejected.newBuilder().setField(field).setMessage(message))
                .build();
    }

    /** The same answer with what was ignored of the command. */
    public static CommandResult warned(CommandResult answer, List<String> warnings) {
        return warnings.isEmpty()
                ? answer
                : answer.toBuilder().addAllWarnings(warnings).build();
    }

    /** @param note for people; empty for none */
    public static CommandResult done(Asked asked, String note) {
        return asked.result().setDone(Done.newBuilder().setNote(note)).build();
    }
}
