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
record Deletions(DemoNames names) {
    String serviceAndNetworkKnown(DemoContext context) {
        context.writer().write(HawserTopic.NETWORKS, names.network(), network());
        context.writer().write(HawserTopic.SERVICES, names.service(), service());
        await(context, Kind.SERVICE, "to be known", deletion -> true);
        await(context, Kind.NETWORK, "to be known", deletion -> true);
        return names.service() + ", " + names.network();
    }

    String marked(DemoContext context) {
        context.writer()
                .write(
                        HawserTopic.SERVICES,
                        names.service(),
                        service().toBuilder().setPendingDelete(true).build());
        context.writer()
                .write(
                        HawserTopic.NETWORKS,
                        names.network(),
                        network().toBuilder().setPendingDelete(true).build());
        await(context, Kind.NETWORK, "to be marked", deletion -> deletion.state()
                .equals("asked"));
        return await(context, Kind.SERVICE, "to be marked", deletion -> deletion.state()
                        .equals("asked"))
                .message();
    }

    /** Both were marked before node 1's tasks ended; only the third task can have kept them. */
    String stillThere(DemoContext context) {
        for (Kind kind : Kind.values()) {
            Deletion deletion = await(context, kind, "to be shown", any -> true);
            if (deletion.deallocated() || announced(context, kind)) {
                throw new StepFailedException(kind.word() + " " + name(kind) + " is deallocated though a task lives");
            }
        }
        return await(context, Kind.SERVICE, "to be shown", any -> true).message();
    }

    String deallocated(DemoContext context) {
        for (Kind kind : Kind.values()) {
            await(context, kind, "to be deallocated", Deletion::deallocated);
            context.await(
                    kind.word() + " " + name(kind) + " to be announced as deallocated",
                    () -> Look.of(announced(context, kind), () -> "not on the topic of deallocations"));
            // The orchestrator's part: it deletes its record when it reads the deallocation.
            context.writer().tombstone(kind == Kind.SERVICE ? HawserTopic.SERVICES : HawserTopic.NETWORKS, name(kind));
        }
        return names.service() + ", " + names.network();
    }

    private boolean announced(DemoContext context, Kind kind) {
        return context.reader()
                .last(HawserTopic.DEALLOCATIONS, kind.word() + "/" + name(kind), Deallocation.getDefaultInstance())
                .isPresent();
    }

    private Deletion await(DemoContext context, Kind kind, String what, Predicate<Deletion> condition) {
        return context.await(kind.word() + " " + name(kind) + " " + what, () -> {
            Optional<Deletion> found = context.deletions().deletion(kind, name(kind));
            return Look.of(found.filter(condition), () -> found.map(one -> one.state() + " " + one.message())
                    .orElse("not known"));
        });
    }

    private String name(Kind kind) {
        return kind == Kind.SERVICE ? names.service() : names.network();
    }

    private Service service() {
        return Service.newBuilder()
                .setName(names.service())
                .addNetworks(names.network())
                .build();
    }

    private Network network() {
        return Network.newBuilder().setName(names.network()).build();
    }
}
