package io.hawser.plugin.registry.kafka;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.UnknownTypes;
import io.hawser.bus.key.NodePlugin;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.csi.AllowedEndpoints;
import io.hawser.csi.CsiEndpoint;
import io.hawser.message.NameRules;
import io.hawser.message.Sha256;
import io.hawser.plugin.registry.Answer;
import io.hawser.plugin.registry.Declared;
import io.hawser.plugin.registry.Fact;
import io.hawser.plugin.registry.Fingerprint;
import io.hawser.plugin.registry.NodeState;
import io.hawser.plugin.registry.Role;
import io.hawser.plugin.registry.TopologyKeys;
import io.hawser.v1.DeregisterPluginInstance;
import io.hawser.v1.Node;
import io.hawser.v1.NodeHeartbeat;
import io.hawser.v1.PluginRole;
import io.hawser.v1.RegisterPluginInstance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;

/** Turns decoded records into facts, or into a refusal that names the field. */
public final class FactReader {
    /**
     * A host name has at most 253 characters, a Unix socket's path fewer. The plugin's record contains its instances'
     * endpoints.
     */
    private static final int ENDPOINT_CHARACTERS = 512;

    private static final int VERSION_CHARACTERS = 128;
    private static final int OPTIONS = 16;
    private static final int OPTION_CHARACTERS = 1024;

    private FactReader() {}

    /** @param allowed the endpoints that plugins may be registered with */
    public static ParsedRecord read(Decoded record, TopicNames names, AllowedEndpoints allowed) {
        return switch (record) {
            case Decoded.Known known -> known(known, names, allowed);
            case Decoded.Tombstone tombstone -> tombstone(tombstone, names);
            case Decoded.Invalid invalid ->
                topic(invalid, names) == HawserTopic.PLUGIN_COMMANDS
                        ? new ParsedRecord.Refused(new Answer.Rejected(
                                invalid.id(),
                                invalid.type(),
                                invalid.key().orElse(""),
                                invalid.field(),
                                invalid.message(),
                                invalid.warnings()))
                        : new ParsedRecord.Ignored(invalid.type(), invalid.field(), invalid.message());
            case Decoded.Newer newer -> new ParsedRecord.Ignored(newer.type(), "type", "is not known");
            case Decoded.Malformed malformed -> new ParsedRecord.Ignored("", "", malformed.message());
        };
    }

    private static HawserTopic topic(Decoded record, TopicNames names) {
        return names.parse(record.origin().topic()).orElseThrow();
    }

    private static ParsedRecord tombstone(Decoded.Tombstone tombstone, TopicNames names) {
        String key = tombstone.key();
        return switch (topic(tombstone, names)) {
            case NODES -> new ParsedRecord.Accepted(new Fact.NodeIs(key, Optional.of(NodeState.REMOVED)));
            case FINGERPRINTS ->
                NodePlugin.parse(key)
                        .<ParsedRecord>map(id -> new ParsedRecord.Accepted(new Fact.NotFound(id.plugin(), id.node())))
                        .orElseGet(() -> NameRules.isSegment(key)
                                ? new ParsedRecord.HeartbeatGone(key)
                                : new ParsedRecord.Ignored("tombstone", "", "of no node"));
            default -> new ParsedRecord.Ignored("tombstone", "key", "means nothing on this topic");
        };
    }

    private static ParsedRecord known(Decoded.Known known, TopicNames names, AllowedEndpoints allowed) {
        HawserTopic topic = topic(known, names);
        if (!topic.holds(known.message())) {
            return foreign(known, topic);
        }
        return switch (known.message()) {
            case RegisterPluginInstance register -> register(known, register, allowed);
            case DeregisterPluginInstance deregister -> deregister(known, deregister);
            case io.hawser.v1.Fingerprint fingerprint -> fingerprint(known, fingerprint);
            case NodeHeartbeat beat -> heartbeat(known, beat);
            case Node node -> node(known, node);
            default -> foreign(known, topic);
        };
    }

    private static ParsedRecord foreign(Decoded.Known known, HawserTopic topic) {
        return topic == HawserTopic.PLUGIN_COMMANDS
                ? refused(known, "type", known.type() + " is no command for a plugin; " + UnknownTypes.typesOn(topic))
                : new ParsedRecord.Ignored(known.type(), "type", "does not belong on this topic");
    }

    private static ParsedRecord register(
            Decoded.Known known, RegisterPluginInstance command, AllowedEndpoints allowed) {
        Optional<ParsedRecord> fault = addressed(known, command.getPlugin(), command.getInstance());
        if (fault.isPresent()) {
            return fault.get();
        }
        if (!command.getNode().isEmpty() && !NameRules.isSegment(command.getNode())) {
            return refused(known, "node", "must be empty or 1 to 63 characters of [a-z0-9.-]");
        }
        if (command.getVersion().length() > VERSION_CHARACTERS) {
            return refused(known, "version", "must be at most " + VERSION_CHARACTERS + " characters");
        }
        if (badOptions(command)) {
            return refused(
                    known,
                    "options",
                    "must be at most " + OPTIONS + ", with names that have no '=', and together at most "
                            + OPTION_CHARACTERS + " characters");
        }
        if (command.getEndpoint().length() > ENDPOINT_CHARACTERS) {
            return refused(
                    known,
                    "endpoint",
                    command.getEndpoint().length() + " characters where " + ENDPOINT_CHARACTERS + " is the most");
        }
        try {
            CsiEndpoint endpoint = CsiEndpoint.parse(command.getEndpoint());
            return allowed.refusal(command.getPlugin(), endpoint)
                    .map(message -> refused(known, "endpoint", message))
                    .orElseGet(() -> new ParsedRecord.Accepted(new Fact.Register(
                            header(known),
                            command.getPlugin(),
                            command.getInstance(),
                            new Declared(
                                    command.getNode(),
                                    endpoint.toString(),
                                    role(command.getRole()),
                                    command.getVersion(),
                                    command.getOptionsMap()))));
        } catch (IllegalArgumentException e) {
            return refused(known, "endpoint", String.valueOf(e.getMessage()));
        }
    }

    private static boolean badOptions(RegisterPluginInstance command) {
        int characters = command.getOptionsMap().entrySet().stream()
                .mapToInt(option -> option.getKey().length() + option.getValue().length())
                .sum();
        return command.getOptionsCount() > OPTIONS
                || characters > OPTION_CHARACTERS
                || command.getOptionsMap().keySet().stream().anyMatch(name -> name.isEmpty() || name.contains("="));
    }

    private static Role role(PluginRole role) {
        return switch (role) {
            case PLUGIN_ROLE_CONTROLLER -> Role.CONTROLLER;
            case PLUGIN_ROLE_NODE -> Role.NODE;
            case PLUGIN_ROLE_BOTH -> Role.BOTH;
            // The decoder rejects numbers that it does not know.
            case PLUGIN_ROLE_UNSPECIFIED, UNRECOGNIZED -> Role.UNSPECIFIED;
        };
    }

    private static ParsedRecord deregister(Decoded.Known known, DeregisterPluginInstance command) {
        return addressed(known, command.getPlugin(), command.getInstance())
                .orElseGet(() -> new ParsedRecord.Accepted(
                        new Fact.Deregister(header(known), command.getPlugin(), command.getInstance())));
    }

    /** Present if plugin, key or instance is at fault. */
    private static Optional<ParsedRecord> addressed(Decoded.Known known, String plugin, String instance) {
        if (!NameRules.isPlugin(plugin)) {
            return Optional.of(refused(
                    known,
                    "plugin",
                    "must be domain notation: 1 to 63 letters, digits, '-' or '.', a letter or digit at both ends"));
        }
        if (!plugin.equals(known.key())) {
            return Optional.of(refused(known, "key", "the record's key must be the plugin '" + plugin + "'"));
        }
        if (!NameRules.isSegment(instance)) {
            return Optional.of(refused(
                    known, "instance", "must be 1 to 63 characters of [a-z0-9.-], a letter or digit at both ends"));
        }
        return Optional.empty();
    }

    private static ParsedRecord fingerprint(Decoded.Known known, io.hawser.v1.Fingerprint said) {
        if (!NameRules.isSegment(said.getNode())) {
            return new ParsedRecord.Ignored(known.type(), "node", "is no node's name");
        }
        if (!NameRules.isPlugin(said.getPlugin())) {
            return new ParsedRecord.Ignored(known.type(), "plugin", "is no plugin's name");
        }
        if (!known.key().equals(new NodePlugin(said.getNode(), said.getPlugin()).key())) {
            return new ParsedRecord.Ignored(known.type(), "key", "is not node/plugin");
        }
        Set<String> keys = said.getTopology().getSegmentsMap().keySet();
        return new ParsedRecord.Accepted(new Fact.Found(
                said.getPlugin(),
                new Fingerprint(
                        said.getNode(),
                        said.getHealthy(),
                        TopologyKeys.message(said.getMessage(), keys),
                        said.getNoController(),
                        Set.copyOf(TopologyKeys.taken(keys)))));
    }

    private static ParsedRecord heartbeat(Decoded.Known known, NodeHeartbeat beat) {
        return isNode(known, beat.getNode())
                ? new ParsedRecord.Heartbeat(beat)
                : new ParsedRecord.Ignored(known.type(), "node", "is no node's name, or not the key");
    }

    private static ParsedRecord node(Decoded.Known known, Node node) {
        if (!isNode(known, node.getName())) {
            return new ParsedRecord.Ignored(known.type(), "name", "is no node's name, or not the key");
        }
        return new ParsedRecord.Accepted(
                new Fact.NodeIs(node.getName(), node.getFenced() ? Optional.of(NodeState.FENCED) : Optional.empty()));
    }

    private static boolean isNode(Decoded.Known known, String name) {
        return NameRules.isSegment(name) && name.equals(known.key());
    }

    private static Fact.Header header(Decoded.Known known) {
        byte[] digest = Sha256.of(known.type().getBytes(StandardCharsets.UTF_8), new byte[1], bytes(known.message()));
        return new Fact.Header(known.id(), known.type(), HexFormat.of().formatHex(digest), known.warnings());
    }

    /** A map's entries come in any order. */
    private static byte[] bytes(Message message) {
        byte[] bytes = new byte[message.getSerializedSize()];
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        out.useDeterministicSerialization();
        try {
            message.writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes;
    }

    private static ParsedRecord refused(Decoded.Known known, String field, String message) {
        return new ParsedRecord.Refused(
                new Answer.Rejected(known.id(), known.type(), known.key(), field, message, known.warnings()));
    }
}
