package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;

import io.hawser.v1.MountReport;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.lifecycle.Publication.State;
import java.util.Map;
import java.util.Set;

/** What a life of the database that is lost left on a node and in its reports. */
final class LostLife {
    static final long GENERATION = 7;

    private LostLife() {}

    static Publication published() {
        return Publication.begin(N1, "csi-n1")
                .intended()
                .publishedAs(Map.of("dev", "sda"))
                .assigned(GENERATION, Set.of(new TargetId("t.0")))
                .published();
    }

    static Publication leaving(State state) {
        return PublicationSample.in(
                state,
                Publication.begin(N1, "csi-n1")
                        .intended()
                        .assigned(GENERATION, Set.of())
                        .fenced());
    }

    static MountReport nothingLeft(long generation) {
        return MountReport.newBuilder()
                .setNode("n1")
                .setVolume("v")
                .setGeneration(generation)
                .setNothingLeft(true)
                .build();
    }

    static MountReport mounted(long generation) {
        return MountReport.newBuilder()
                .setNode("n1")
                .setVolume("v")
                .setGeneration(generation)
                .setStaged(true)
                .build();
    }
}
