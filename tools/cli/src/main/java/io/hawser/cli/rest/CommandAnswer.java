package io.hawser.cli.rest;

import com.fasterxml.jackson.databind.JsonNode;
import io.hawser.v1.CommandResult;
import io.hawser.v1.DeferredCommand;
import java.util.Optional;

/** volume-service's answer about a command that it has read. */
public sealed interface CommandAnswer {
    /** The command was accepted, rejected or done. */
    record Answered(CommandResult result) implements CommandAnswer {}

    /** The command names something that may be on a topic that volume-service has not read so far. */
    record Deferred(DeferredCommand command) implements CommandAnswer {}

    /** The result, if there is one already. */
    default Optional<CommandResult> outcome() {
        return switch (this) {
            case Answered(CommandResult result) -> Optional.of(result);
            case Deferred _ -> Optional.empty();
        };
    }

    static CommandAnswer parse(JsonNode json) {
        return json.has("message")
                ? new Deferred(ProtoJson.parse(json, DeferredCommand.getDefaultInstance()))
                : new Answered(ProtoJson.parse(json, CommandResult.getDefaultInstance()));
    }
}
