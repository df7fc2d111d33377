package io.hawser.node.mount;

import io.hawser.node.mounttable.Leaf;
import io.hawser.node.mounttable.Sighting;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** What lies in the way of a call. No plugin is called to mount over what something else made. */
public final class Obstacle {
    private Obstacle() {}

    /**
     * A sentence on what is in the way; empty: nothing.
     *
     * @param path what the call is for: the staging path or the target
     * @param link a symbolic link on the way to a path that the plugin gets
     * @param there what is seen at the path; only used before stage and publish
     */
    public static Optional<String> of(
            MountRecord have, Step.Call call, Path path, Optional<Path> link, Sighting there) {
        if (link.isPresent()) {
            return sentence(link.get(), Leaf.LINK);
        }
        boolean clear = there.mounted().isPresent()
                || switch (call) {
                    case Step.Stage _ ->
                        Set.of(Leaf.ABSENT, Leaf.EMPTY_FOLDER, Leaf.FOLDER, Leaf.UNSEEN)
                                .contains(there.leaf());
                    case Step.Publish(DesiredState desired, var target) ->
                        desired.assignment().hasBlock()
                                ? clearForBlock(have.target(target.getId()), there.leaf())
                                : clearForMount(have.target(target.getId()), there.leaf());
                    // What lies there is what the plugin made.
                    case Step.Unstage(), Step.Unpublish _, Step.Expand _, Step.GiveGroup _ -> true;
                };
        return clear ? Optional.empty() : sentence(path, there.leaf());
    }

    /**
     * A publish that is repeated may find what it made the last time: a folder that the plugin filled itself, say. If
     * something was mounted there, the plugin did not fill the path below it: somebody has written there since.
     */
    private static boolean mayBeThePlugins(Optional<TargetRecord> repeated) {
        return repeated.filter(target -> target.seen().isEmpty()).isPresent();
    }

    private static boolean clearForMount(Optional<TargetRecord> repeated, Leaf leaf) {
        return switch (leaf) {
            case ABSENT, EMPTY_FOLDER, UNSEEN -> true;
            case FOLDER -> mayBeThePlugins(repeated);
            case EMPTY_FILE, LINK, OTHER -> false;
        };
    }

    private static boolean clearForBlock(Optional<TargetRecord> repeated, Leaf leaf) {
        return switch (leaf) {
            case ABSENT, EMPTY_FILE, UNSEEN -> true;
            case OTHER -> mayBeThePlugins(repeated);
            case EMPTY_FOLDER, FOLDER, LINK -> false;
        };
    }

    private static Optional<String> sentence(Path path, Leaf leaf) {
        return Optional.of(
                path + " is " + leaf.words() + ", which is neither overwritten nor followed; a person must remove it");
    }
}
