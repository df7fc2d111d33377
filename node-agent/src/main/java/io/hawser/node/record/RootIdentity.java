package io.hawser.node.record;

import io.hawser.node.layout.SafeSegment;
import java.util.Arrays;
import java.util.Collections;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The owner of a root, as its file names it. The file is written once and lives as long as the root.
 *
 * @param id random
 * @param node whose mounts the root has
 * @param installation of Hawser that the node belongs to: another one may use the same node name. {@code
 *     BROKERS/PREFIX} as the agent is configured, without white space; empty in older files
 */
public record RootIdentity(String id, String node, String installation) {
    public RootIdentity {
        SafeSegment.of("id", id);
    }

    /** Reads what {@link #line} made; empty: it is something else. */
    public static Optional<RootIdentity> parse(String line) {
        String[] words = line.trim().split("\\s+");
        return words.length < 2 || words.length > 3 || !SafeSegment.isSafe(words[0])
                ? Optional.empty()
                : Optional.of(new RootIdentity(words[0], words[1], words.length == 3 ? words[2] : ""));
    }

    /** As the root's file has it. */
    public String line() {
        return id + " " + node + " " + installation + "\n";
    }

    /** Whether both roots claim one node of one installation, as far as their files say. */
    public boolean contests(RootIdentity other) {
        return node.equals(other.node)
                && (installation.isEmpty() || other.installation.isEmpty() || sharesInstallation(other));
    }

    /** Brokers come and go, and are listed in any order. One common broker with the same prefix is enough. */
    private boolean sharesInstallation(RootIdentity other) {
        return prefix().equals(other.prefix()) && !Collections.disjoint(brokers(), other.brokers());
    }

    private String prefix() {
        return installation.substring(installation.lastIndexOf('/') + 1);
    }

    private Set<String> brokers() {
        String servers = installation.substring(0, Math.max(0, installation.lastIndexOf('/')));
        return Set.copyOf(Arrays.asList(servers.toLowerCase(Locale.ROOT).split(",")));
    }
}
