package io.hawser.cli.command;

import io.hawser.cli.rest.DeallocatorClient.Kind;
import io.hawser.cli.rest.ServiceUnreachableException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/**
 * Refuses an unknown name before anything is written, because a record that names it would only wait. If the service
 * does not answer, no name is refused: Kafka accepts the record without the service.
 */
final class Known {
    @Option(names = "--unchecked", description = "Even if a name is not known yet, or is marked for deletion.")
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

    /** Also refuses a service that is on its way out: with the last task, its volumes are deleted. */
    void service(Session session, String name) {
        staying(session, Kind.SERVICE, name, ", and its volumes of policy DELETE go with it");
    }

    /** Also refuses a network that is on its way out, unless the service lists it already. */
    void networks(Session session, String service, List<String> names) {
        if (unchecked || names.isEmpty()) {
            return;
        }
        Set<String> listed = listed(session, service);
        names.stream().filter(name -> !listed.contains(name)).forEach(name -> staying(session, Kind.NETWORK, name, ""));
    }

    private static Set<String> listed(Session session, String service) {
        try {
            return session.deletions()
                    .one(Kind.SERVICE, service)
                    .filter(page -> page.path("deletion").path("state").asText().equals("not-asked"))
                    .map(page -> ServiceCommands.texts(page.path("networks")).collect(Collectors.toSet()))
                    .orElse(Set.of());
        } catch (ServiceUnreachableException e) {
            return Set.of();
        }
    }

    private void staying(Session session, Kind kind, String name, String more) {
        check(kind.word(), name, () -> session.deletions().deletion(kind, name)).ifPresent(found -> {
            if (found.asked()) {
                throw refused(kind.word() + " " + name
                        + (found.deallocated() ? " is deallocated" : " is marked for deletion") + more + "; ");
            }
        });
    }

    /** @return what was found; empty: it is not checked, or the service does not answer */
    private <T> Optional<T> check(String kind, String name, Supplier<Optional<T>> find) {
        if (unchecked) {
            return Optional.empty();
        }
        Optional<T> found;
        try {
            found = find.get();
        } catch (ServiceUnreachableException e) {
            return Optional.empty();
        }
        if (found.isEmpty()) {
            throw refused(
                    "no " + kind + " is called " + name + "; `./hawser " + kind + " list` shows which there are, and ");
        }
        return found;
    }

    private static CommandFailedException refused(String why) {
        return new CommandFailedException(
                ExitStatus.REFUSED, "nothing is written, because " + why + "--unchecked writes it all the same");
    }
}
