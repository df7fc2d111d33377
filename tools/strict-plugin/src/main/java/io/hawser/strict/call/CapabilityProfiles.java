package io.hawser.strict.call;

import static java.util.stream.Collectors.toCollection;

import com.google.protobuf.ProtocolMessageEnum;
import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.csi.v1.PluginCapability;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Named sets of capabilities, and the text form of a set: a profile's name, followed by additions ({@code
 * +node:EXPAND_VOLUME}) and removals ({@code -controller:CLONE_VOLUME}), separated by commas. The kinds are {@code
 * plugin}, {@code expansion}, {@code controller} and {@code node}.
 */
public final class CapabilityProfiles {

    /** A name, and its set in terms of earlier ones. */
    private static final String PROFILES = """
            no-attach=full,-controller:PUBLISH_UNPUBLISH_VOLUME,-controller:PUBLISH_READONLY
            no-stage=full,-node:STAGE_UNSTAGE_VOLUME
            no-attach-no-stage=no-attach,-node:STAGE_UNSTAGE_VOLUME
            no-topology=full,-plugin:VOLUME_ACCESSIBILITY_CONSTRAINTS
            no-readonly-publish=full,-controller:PUBLISH_READONLY
            no-list=full,-controller:LIST_VOLUMES,-controller:LIST_VOLUMES_PUBLISHED_NODES
            offline-expansion=full,-expansion:ONLINE,+expansion:OFFLINE
            no-multi-writer=full,-controller:SINGLE_NODE_MULTI_WRITER,-node:SINGLE_NODE_MULTI_WRITER
            create-only=minimal,+plugin:CONTROLLER_SERVICE,+controller:CREATE_DELETE_VOLUME
            basic=create-only,+controller:PUBLISH_UNPUBLISH_VOLUME,+node:STAGE_UNSTAGE_VOLUME
            read-only-publish=basic,+controller:PUBLISH_READONLY
            node-only=minimal,+node:STAGE_UNSTAGE_VOLUME,+node:GET_VOLUME_STATS
            """;

    private static final Map<String, Capabilities> NAMED = named();

    private CapabilityProfiles() {}

    public static Map<String, Capabilities> all() {
        return NAMED;
    }

    /** Everything that version 1.12 defines, with expansion while in use. */
    public static Capabilities full() {
        return Objects.requireNonNull(NAMED.get("full"));
    }

    /**
     * Reads the text form.
     *
     * @throws IllegalArgumentException naming the word that cannot be read
     */
    public static Capabilities parse(String text) {
        return parse(text, NAMED);
    }

    private static Capabilities parse(String text, Map<String, Capabilities> named) {
        String[] words = text.trim().split("[,\\s]+");
        Capabilities base = named.get(words[0]);
        if (base == null) {
            throw new IllegalArgumentException(
                    "capabilities: no profile is called \"" + words[0] + "\"; there are " + named.keySet());
        }
        Draft draft = new Draft(base);
        for (String word : Arrays.asList(words).subList(1, words.length)) {
            draft.change(word);
        }
        return draft.build();
    }

    private static Map<String, Capabilities> named() {
        Draft full = new Draft();
        full.plugin.addAll(real(PluginCapability.Service.Type.values(), PluginCapability.Service.Type.class));
        full.plugin.remove(PluginCapability.Service.Type.SNAPSHOT_METADATA_SERVICE);
        full.expansion.add(PluginCapability.VolumeExpansion.Type.ONLINE);
        full.controller.addAll(
                real(ControllerServiceCapability.RPC.Type.values(), ControllerServiceCapability.RPC.Type.class));
        full.node.addAll(real(NodeServiceCapability.RPC.Type.values(), NodeServiceCapability.RPC.Type.class));
        Map<String, Capabilities> named = new LinkedHashMap<>();
        named.put("full", full.build());
        named.put("minimal", new Draft().build());
        PROFILES.lines().map(line -> line.split("=")).forEach(line -> named.put(line[0], parse(line[1], named)));
        return Collections.unmodifiableMap(named);
    }

    /** The constants without the zero value and without UNRECOGNIZED. */
    private static <E extends Enum<E> & ProtocolMessageEnum> Set<E> real(E[] values, Class<E> type) {
        return Arrays.stream(values)
                .filter(value ->
                        !value.name().equals("UNRECOGNIZED") && !value.name().equals("UNKNOWN"))
                .collect(toCollection(() -> EnumSet.noneOf(type)));
    }

    private static final class Draft {
        final Set<PluginCapability.Service.Type> plugin = EnumSet.noneOf(PluginCapability.Service.Type.class);
        final Set<PluginCapability.VolumeExpansion.Type> expansion =
                EnumSet.noneOf(PluginCapability.VolumeExpansion.Type.class);
        final Set<ControllerServiceCapability.RPC.Type> controller =
                EnumSet.noneOf(ControllerServiceCapability.RPC.Type.class);
        final Set<NodeServiceCapability.RPC.Type> node = EnumSet.noneOf(NodeServiceCapability.RPC.Type.class);

        Draft() {}

        Draft(Capabilities from) {
            plugin.addAll(from.plugin());
            expansion.addAll(from.expansion());
            controller.addAll(from.controller());
            node.addAll(from.node());
        }

        void change(String word) {
            int colon = word.indexOf(':');
            if (colon < 2 || (word.charAt(0) != '+' && word.charAt(0) != '-')) {
                throw new IllegalArgumentException("capabilities: \"" + word + "\" is not +KIND:NAME or -KIND:NAME");
            }
            boolean add = word.charAt(0) == '+';
            String name = word.substring(colon + 1);
            switch (word.substring(1, colon)) {
                case "plugin" -> change(plugin, PluginCapability.Service.Type.valueOf(name), add);
                case "expansion" -> change(expansion, PluginCapability.VolumeExpansion.Type.valueOf(name), add);
                case "controller" -> change(controller, ControllerServiceCapability.RPC.Type.valueOf(name), add);
                case "node" -> change(node, NodeServiceCapability.RPC.Type.valueOf(name), add);
                default -> throw new IllegalArgumentException("capabilities: \"" + word + "\" has an unknown kind");
            }
        }

        private static <E> void change(Set<E> set, E value, boolean add) {
            if (add) {
                set.add(value);
            } else {
                set.remove(value);
            }
        }

        Capabilities build() {
            return new Capabilities(
                    plugin,
                    expansion,
                    controller,
                    node,
                    plugin.contains(PluginCapability.Service.Type.GROUP_CONTROLLER_SERVICE));
        }
    }
}
