package io.hawser.volume.command;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.ledger.tx.UnreadableRowException;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.ForgetMount;
import io.hawser.v1.RegisterVolume;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.UpdateVolume;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.id.VolumeName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A command about one volume. Only this type lists the commands, so the compiler finds code that misses a new one. */
public sealed interface VolumeCommand {
    Map<String, Message> PROTOTYPES = HawserTopic.VOLUME_COMMANDS.messages().stream()
            .collect(Collectors.toUnmodifiableMap(MessageTypes::nameOf, Function.identity()));

    /** The record as read: its id, key, origin and message. */
    Decoded.Known record();

    /** The name of the volume. */
    default VolumeName volume() {
        return new VolumeName(
                switch (this) {
                    case Create create -> create.message().getName();
                    case Register register -> register.message().getName();
                    case Update update -> update.message().getName();
                    case Remove remove -> remove.message().getName();
                    case Forget forget -> forget.message().getName();
                });
    }

    /** The creation that it means; empty if it means the volume of the name, whichever it is. */
    default String uid() {
        return switch (this) {
            case Update update -> update.message().getUid();
            case Remove remove -> remove.message().getUid();
            case Create _, Register _, Forget _ -> "";
        };
    }

    /** The specification of the volume that it asks for; empty if it changes an existing one. */
    default Optional<VolumeSpec> created() {
        return switch (this) {
            case Create create -> Optional.of(create.message().getSpec());
            case Register register -> Optional.of(register.message().getSpec());
            case Update _, Remove _, Forget _ -> Optional.empty();
        };
    }

    /** The id that its volume has, or may get, at the plugin: one that does not create volumes takes the name. */
    default Optional<String> claimedId() {
        return switch (this) {
            case Create create -> Optional.of(create.message().getName());
            case Register register -> Optional.of(register.message().getVolumeId());
            case Update _, Remove _, Forget _ -> Optional.empty();
        };
    }

    record Create(Decoded.Known record, CreateVolume message) implements VolumeCommand {}

    record Register(Decoded.Known record, RegisterVolume message) implements VolumeCommand {}

    record Update(Decoded.Known record, UpdateVolume message) implements VolumeCommand {}

    record Remove(Decoded.Known record, RemoveVolume message) implements VolumeCommand {}

    record Forget(Decoded.Known record, ForgetMount message) implements VolumeCommand {}

    /** Empty if the record is not a command. */
    static Optional<VolumeCommand> of(Decoded.Known record) {
        return switch (record.message()) {
            case CreateVolume create -> Optional.of(new Create(record, create));
            case RegisterVolume register -> Optional.of(new Register(record, register));
            case UpdateVolume update -> Optional.of(new Update(record, update));
            case RemoveVolume remove -> Optional.of(new Remove(record, remove));
            case ForgetMount forget -> Optional.of(new Forget(record, forget));
            default -> Optional.empty();
        };
    }

    /**
     * The command of a record that is known to be one.
     *
     * @throws IllegalStateException if it is none
     */
    static VolumeCommand in(Decoded.Known record) {
        return of(record).orElseThrow(() -> new IllegalStateException("not a command: " + record.type()));
    }

    /**
     * A stored command.
     *
     * @throws UnreadableRowException if this version did not write it
     */
    static VolumeCommand stored(
            Origin origin, String key, String id, String type, byte[] bytes, List<String> warnings) {
        Message prototype = PROTOTYPES.get(type);
        if (prototype == null) {
            throw UnreadableRowException.unknown("deferred_command.type", type);
        }
        Message message = ColumnCodec.read("deferred_command.message", prototype.getParserForType(), bytes);
        return in(new Decoded.Known(origin, key, id, type, message, warnings));
    }
}
