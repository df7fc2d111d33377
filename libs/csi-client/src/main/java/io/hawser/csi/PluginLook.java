package io.hawser.csi;

import io.hawser.csi.v1.NodeGetInfoResponse;
import java.util.Optional;

/**
 * What one look at a plugin found. An answer counts even if a later question failed: {@code trouble} then says which
 * question failed, and why.
 *
 * @param identity empty: the plugin did not say who it is
 * @param capabilitiesRead whether every capability was read; if not, the identity's capabilities are incomplete
 * @param nodeInfo empty: the plugin has no node service, was not asked about it, or did not answer
 * @param controllerRead whether the process answered if it serves the controller; if not, the identity says what the
 *     plugin as a whole has
 * @param trouble why the plugin is not healthy; empty: it is
 */
public record PluginLook(
        Optional<PluginIdentity> identity,
        boolean capabilitiesRead,
        Optional<NodeGetInfoResponse> nodeInfo,
        boolean controllerRead,
        String trouble) {
    /** There was no look yet. */
    public static final PluginLook NOT_YET =
            new PluginLook(Optional.empty(), false, Optional.empty(), false, "not looked at yet");

    public PluginLook {
        if (capabilitiesRead && identity.isEmpty()) {
            throw new IllegalArgumentException("capabilities of a plugin without identity");
        }
        if (trouble.isEmpty() && !capabilitiesRead) {
            throw new IllegalArgumentException("a plugin whose capabilities were not read is not healthy");
        }
    }

    public boolean healthy() {
        return trouble.isEmpty();
    }

    /** The same, with another reason why it is not healthy. */
    public PluginLook ill(String trouble) {
        return new PluginLook(identity, capabilitiesRead, nodeInfo, controllerRead, trouble);
    }

    /** The process answered what it serves. */
    PluginLook with(PluginIdentity known) {
        return new PluginLook(Optional.of(known), capabilitiesRead, nodeInfo, true, trouble);
    }

    /**
     * Fills what this look did not find with what the look before found, as long as the plugin is the same one: a
     * plugin that is away for a moment keeps what it said.
     */
    public PluginLook onto(PluginLook before) {
        if (healthy() && controllerRead) {
            return this;
        }
        if (identity.isEmpty()) {
            return before.ill(trouble);
        }
        boolean same = before.identity()
                .filter(known -> known.name().equals(identity.get().name()))
                .isPresent();
        if (!same) {
            return this;
        }
        Optional<PluginIdentity> merged = before.capabilitiesRead()
                ? identity.map(now -> merged(now, before.identity().orElseThrow()))
                : identity;
        return new PluginLook(
                merged,
                capabilitiesRead || before.capabilitiesRead(),
                // A healthy plugin without it has no node service.
                healthy() ? nodeInfo : nodeInfo.or(before::nodeInfo),
                controllerRead || before.controllerRead(),
                trouble);
    }

    private PluginIdentity merged(PluginIdentity now, PluginIdentity before) {
        CapabilitySet capabilities = capabilitiesRead ? now.capabilities() : before.capabilities();
        boolean serves = controllerRead ? now.servesController() : before.servesController();
        return new PluginIdentity(
                now.name(), now.vendorVersion(), now.manifest(), capabilities, serves && capabilities.hasController());
    }
}
