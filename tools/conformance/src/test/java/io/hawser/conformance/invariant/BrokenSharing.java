package io.hawser.conformance.invariant;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Histories in which more have a volume, or write to it, than may. */
final class BrokenSharing {
    private BrokenSharing() {}

    static Stream<Arguments> broken() {
        return Stream.of(nodes(), together()).flatMap(stories -> stories);
    }

    private static Stream<Arguments> nodes() {
        Story twoAttachments = new Story().born().attached("n1").attached("n2");
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
                arguments("SingleNodeMeansOne", "two attachments", twoAttachments),
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
        Story twoStagings = new Story();
        twoStagings.scene.offering("no-attach");
        twoStagings
                .born()
                .assigned("n1", 1, "t1")
                .staged("n1")
                .assigned("n2", 1, "t2")
                .staged("n2");
        Story twoPublications = new Story(Scope.SCOPE_SINGLE_NODE, Sharing.SHARING_ALL);
        twoPublications.scene.offering("no-attach-no-stage");
        twoPublications
                .born()
                .assigned("n1", 1, "t1")
                .published("n1", "t1")
                .assigned("n2", 1, "t2")
                .published("n2", "t2");
        return Stream.of(
                arguments("OneWriterMeansOne", "two readers of an exclusive volume", twoReaders),
                arguments("SingleNodeMeansOne", "two stagings without attaching", twoStagings),
                arguments("SingleNodeMeansOne", "two publications without staging", twoPublications));
    }
}
