package io.hawser.local.demo;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.look.Look;
import io.hawser.cli.rest.DeallocatorClient.Kind;
import io.hawser.cli.rest.Deletion;
import io.hawser.v1.Deallocation;
import io.hawser.v1.Network;
import io.hawser.v1.Service;
import java.util.Optional;
import java.util.function.Predicate;

/** The steps of the service and its network, which are deallocated after the last task. */
record Deletions(Cast cast) {
    String serviceAndNetworkKnown(Stage stage) {
        stage.writer().write(HawserTopic.NETWORKS, cast.network(), network());
        stage.writer().write(HawserTopic.SERVICES, cast.service(), service());
        await(stage, Kind.SERVICE, "to be known", deletion -> true);
        await(stage, Kind.NETWORK, "to be known", deletion -> true);
        return cast.service() + ", " + cast.network();
    }

    String marked(Stage stage) {
        stage.writer()
                .write(
                        HawserTopic.SERVICES,
                        cast.service(),
                        service().toBuilder().setPendingDelete(true).build());
        stage.writer()
                .write(
                        HawserTopic.NETWORKS,
                        cast.network(),
                        network().toBuilder().setPendingDelete(true).build());
        await(stage, Kind.NETWORK, "to be marked", deletion -> deletion.state().equals("asked"));
        return await(stage, Kind.SERVICE, "to be marked", deletion -> deletion.state()
                        .equals("asked"))
                .message();
    }

    /** Both were marked before node 1's tasks ended; only the third task can have kept them. */
    String stillThere(Stage stage) {
        for (Kind kind : Kind.values()) {
            Deletion deletion = await(stage, kind, "to be shown", any -> true);
            if (deletion.deallocated() || announced(stage, kind)) {
                throw new PlayFailedException(kind.word() + " " + name(kind) + " is deallocated though a task lives");
            }
        }
        return await(stage, Kind.SERVICE, "to be shown", any -> true).message();
    }

    String deallocated(Stage stage) {
        for (Kind kind : Kind.values()) {
            await(stage, kind, "to be deallocated", Deletion::deallocated);
            stage.await(
                    kind.word() + " " + name(kind) + " to be announced as deallocated",
                    () -> Look.of(announced(stage, kind), () -> "not on the topic of deallocations"));
            // The orchestrator's part: it deletes its record when it reads the deallocation.
            stage.writer().tombstone(kind == Kind.SERVICE ? HawserTopic.SERVICES : HawserTopic.NETWORKS, name(kind));
        }
        return cast.service() + ", " + cast.network();
    }

    private boolean announced(Stage stage, Kind kind) {
        return stage.reader()
                .last(HawserTopic.DEALLOCATIONS, kind.word() + "/" + name(kind), Deallocation.getDefaultInstance())
                .isPresent();
    }

    private Deletion await(Stage stage, Kind kind, String what, Predicate<Deletion> condition) {
        return stage.await(kind.word() + " " + name(kind) + " " + what, () -> {
            Optional<Deletion> found = stage.deletions().deletion(kind, name(kind));
            return Look.of(
                    found.filter(condition),
                    () -> found.map(one -> one.state() + " " + one.message()).orElse("not known"));
        });
    }

    private String name(Kind kind) {
        return kind == Kind.SERVICE ? cast.service() : cast.network();
    }

    private Service service() {
        return Service.newBuilder()
                .setName(cast.service())
                .addNetworks(cast.network())
                .build();
    }

    private Network network() {
        return Network.newBuilder().setName(cast.network()).build();
    }
}
