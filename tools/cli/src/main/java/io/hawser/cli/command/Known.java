package io.hawser.cli.command;

import io.hawser.cli.rest.DeallocatorClient.Kind;
import io.hawser.cli.rest.ServiceUnreachableException;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/**
 * Refuses an unknown name before anything is written, because a record that names it would only wait. If the service
 * does not answer, no name is refused: Kafka accepts the record without the service.
 */
final class Known {
    @Option(names = "--unchecked", description = "Also if it names what is not known, because that comes later.")
    private boolean unchecked;

    void plugin(Session session, String name) {
        check("plugin", name, () -> session.plugins().plugin(name));
    }

    void node(Session session, String name) {
        check("node", name, () -> session.volumes().node(name).filter(node -> !node.path("removed")
                .asBoolean()));
    }

    void volume(Session session, String name) {
        check("volume", name, () -> session.volumes().volume(name));
    }

    void service(Session session, String name) {
        check("service", name, () -> session.deletions().one(Kind.SERVICE, name));
    }

    void network(Session session, String name) {
        check("network", name, () -> session.deletions().one(Kind.NETWORK, name));
    }

    private void check(String kind, String name, Supplier<Optional<?>> find) {
        if (!unchecked && !known(find)) {
            throw new CommandFailedException(
                    ExitStatus.REFUSED,
                    "nothing is written, because no " + kind + " is called " + name + "; `./hawser " + kind
                            + " list` shows which there are, and --unchecked writes it all the same");
        }
    }

    private static boolean known(Supplier<Optional<?>> find) {
        try {
            return find.get().isPresent();
        } catch (ServiceUnreachableException e) {
            return true;
        }
    }
}
