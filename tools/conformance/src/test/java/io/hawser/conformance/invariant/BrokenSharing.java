package io.hawser.conformance.invariant;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.strict.call.Rpc;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Histories in which more have a volume, or write to it, than may, or in which a writer only reads it. */
final class BrokenSharing {
    private BrokenSharing() {}

    static Stream<Arguments> broken() {
        return Stream.of(nodes(), together()).flatMap(stories -> stories);
    }

    private static Stream<Arguments> nodes() {
        Story manyNodes = new Story().born();
        manyNodes.done(manyNodes.scene.arrives(
                Rpc.CONTROLLER_PUBLISH_VOLUME, VolumeCalls.attach("n1", Mode.MULTI_NODE_MULTI_WRITER), ""));
        Story twoMounts = new Story().born().mounted(Map.of("n1", List.of("t1"), "n2", List.of("t1")));
        Story twoWriters = new Story(Scope.SCOPE_MULTI_NODE, Sharing.SHARING_ONE_WRITER)
                .born()
                .broughtTo("n1", 1, "t1")
                .broughtTo("n2", 1, "t2");
        Story twoWritersMounted = new Story(Scope.SCOPE_MULTI_NODE, Sharing.SHARING_ONE_WRITER)
                .born()
                .mounted(Map.of("n1", List.of("t1"), "n2", List.of("t2")));
        Story readOnlyWritten = new Story(Scope.SCOPE_MULTI_NODE, Sharing.SHARING_READ_ONLY)
                .born()
                .broughtTo("n1", 1, "t1");
        return Stream.of(
                arguments("SingleNodeMeansOne", "attached with a mode for many nodes", manyNodes),
                arguments("SingleNodeMeansOne", "two nodes mounted, one task", twoMounts),
                arguments("OneWriterMeansOne", "two writers at the plugin", twoWriters),
                arguments("OneWriterMeansOne", "two writers mounted", twoWritersMounted),
                arguments("OneWriterMeansOne", "a writer of what nobody may write", readOnlyWritten));
    }

    private static Stream<Arguments> together() {
        Story twoReaders = new Story(Scope.SCOPE_SINGLE_NODE, Sharing.SHARING_NONE)
                .born()
                .attached("n1")
                .assigned("n1", 1, "t1", "t2")
                .staged("n1")
                .published("n1", "t1", true)
                .published("n1", "t2", true);
        Story staged = new Story().born().assigned("n1", 1, "t1");
        staged.done(staged.scene.arrives(
                Rpc.NODE_STAGE_VOLUME, VolumeCalls.stage(Mode.MULTI_NODE_SINGLE_WRITER), "strict-n1"));
        Story published =
                new Story(Scope.SCOPE_SINGLE_NODE, Sharing.SHARING_ALL).born().assigned("n1", 1, "t1");
        published.done(published.scene.arrives(
                Rpc.NODE_PUBLISH_VOLUME, VolumeCalls.publish("t1", false, Mode.MULTI_NODE_MULTI_WRITER), "strict-n1"));
        Story readerWrites = new Story(Scope.SCOPE_MULTI_NODE, Sharing.SHARING_ALL)
                .wanted("t1", true)
                .born()
                .broughtTo("n1", 1, "t1");
        Story writerReads = new Story()
                .wanted("t1", "group:g", false)
                .born()
                .attached("n1")
                .assigned("n1", 1, "t1")
                .staged("n1")
                .published("n1", "t1", true);
        return Stream.of(
                arguments("NothingOnSilence", "a reader of a shared volume mounted for writing", readerWrites),
                arguments("NothingOnSilence", "a writer mounted read-only", writerReads),
                arguments("OneWriterMeansOne", "two readers of an exclusive volume", twoReaders),
                arguments("SingleNodeMeansOne", "staged with a mode for many nodes", staged),
                arguments("SingleNodeMeansOne", "published with a mode for many nodes", published));
    }
}
