package io.hawser.node.plugin;

import io.hawser.csi.AllowedEndpoints;
import io.hawser.csi.CsiEndpoint;
import io.hawser.pluginregistration.v1.PluginInfo;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Which drivers that register as they do with the kubelet are accepted, and where their own socket is on this side. */
public final class RegistrationRules {
    private static final String TYPE = "CSIPlugin";
    private static final Pattern VERSION_1 = Pattern.compile("v?1(\\.\\d+)*");

    /**
     * A folder as drivers name it, and the same folder as this process sees it.
     *
     * @param theirs absolute
     */
    public record Mapping(String theirs, Path ours) {
        /** @throws IllegalArgumentException with a sentence for the operator */
        public static Mapping parse(String setting, String text) {
            int at = text.indexOf('=');
            if (at < 1 || !text.startsWith("/") || text.length() == at + 1 || text.charAt(at + 1) != '/') {
                throw new IllegalArgumentException(
                        setting + ": '" + text + "' is not /FOLDER/AS/DRIVERS/NAME/IT=/FOLDER/HERE");
            }
            return new Mapping(text.substring(0, at), Path.of(text.substring(at + 1)));
        }
    }

    /** What a registration asks for. */
    public sealed interface Verdict {
        /** @param socket the plugin's own socket, in this process' view */
        record Ask(CsiEndpoint.Unix socket) implements Verdict {}

        record Refuse(String message) implements Verdict {}
    }

    private final List<Mapping> mappings;
    private final AllowedEndpoints allowed;

    public RegistrationRules(List<Mapping> mappings, AllowedEndpoints allowed) {
        this.mappings = List.copyOf(mappings);
        this.allowed = allowed;
    }

    /** Blocks for the file system: a path below an allowed folder may be a link that leads out of it. */
    public Verdict judge(PluginInfo info, Path registration) {
        if (!info.getType().equals(TYPE)) {
            return new Verdict.Refuse("type: is '" + info.getType() + "', only " + TYPE + " is served here");
        }
        if (info.getName().isEmpty()) {
            return new Verdict.Refuse("name: is empty");
        }
        if (info.getSupportedVersionsList().stream()
                .noneMatch(version -> VERSION_1.matcher(version).matches())) {
            return new Verdict.Refuse("supported_versions: " + info.getSupportedVersionsList()
                    + " has no version 1.x, the one that is spoken here");
        }
        try {
            CsiEndpoint.Unix socket = new CsiEndpoint.Unix(
                    info.getEndpoint().isEmpty() ? registration.toString() : mapped(info.getEndpoint()));
            return allowed.refusalNow(info.getName(), socket)
                    .<Verdict>map(message -> new Verdict.Refuse("endpoint: " + message))
                    .orElseGet(() -> new Verdict.Ask(socket));
        } catch (IllegalArgumentException e) {
            return new Verdict.Refuse(String.valueOf(e.getMessage()));
        }
    }

    /** @param said what GetPluginInfo answered at the endpoint */
    public static Optional<String> misnamed(PluginInfo info, String said) {
        return said.equals(info.getName())
                ? Optional.empty()
                : Optional.of("name: registered is '" + info.getName()
                        + "', but the plugin at its endpoint names itself '" + said + "'");
    }

    private String mapped(String endpoint) {
        String path = endpoint.replaceFirst("^unix:(//)?", "");
        for (Mapping mapping : mappings) {
            if (path.startsWith(mapping.theirs() + "/")) {
                return mapping.ours() + path.substring(mapping.theirs().length());
            }
        }
        return path;
    }
}
