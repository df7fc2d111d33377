package io.hawser.cli.text;

import io.hawser.cli.rest.Deletion;
import io.hawser.cli.rest.ServiceStatus;
import io.hawser.cli.rest.ServiceStatus.Resource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a deletion waits for, and what becomes of a service's resources, as text for people. */
public final class DeletionText {
    /** docs/operations.md says more. */
    private static final String UNREADABLE =
            "make sure that no such task runs; then `./hawser task stop 'TASK' --forget`"
                    + " deletes its record, or `./hawser dead-letters discard` its letter";

    private static final String DEALLOCATED = "deallocated; ";

    private DeletionText() {}

    public static String network(Deletion network) {
        Table table = new Table("NETWORK", network.name());
        rows(table, network);
        return table.text();
    }

    /** Everything about one service, with a line for each of its resources. */
    public static String service(String name, ServiceStatus service) {
        Table table = new Table("SERVICE", name);
        service.deletion()
                .ifPresentOrElse(
                        deletion -> rows(table, deletion),
                        () -> table.row("deletion", "its record is gone; what is deleted with it is still there"));
        service.networks().forEach(network -> unknown(table, service, "network", network));
        service.resources()
                .forEach(resource ->
                        table.row(resource.kind() + " " + resource.name(), becomes(resource, name, service)));
        service.ownVolumes().forEach(volume -> unknown(table, service, "volume", volume));
        return table.text();
    }

    private static void rows(Table table, Deletion deletion) {
        table.row("deletion", progress(deletion));
        deletion.holders()
                .forEach(holder ->
                        table.row("held by", holder.what() + " " + holder.name() + ", " + Since.of(holder.since())));
        long more = deletion.heldBy() - deletion.holders().size();
        if (more > 0) {
            table.row("…", "and " + more + " more");
        }
        if (deletion.holders().stream().anyMatch(holder -> holder.what().equals("UnreadableTask"))) {
            table.row("to end it", UNREADABLE);
        }
        deletion.stillToRead().forEach(partition -> table.row("still to read", partition));
    }

    private static String progress(Deletion deletion) {
        // The state, which comes first, says "deallocated" already.
        String message = deletion.message().startsWith(DEALLOCATED)
                ? deletion.message().substring(DEALLOCATED.length())
                : deletion.message();
        return deletion.asked()
                ? deletion.state()
                        + deletion.since().map(since -> ", " + Since.of(since)).orElse("") + ": " + message
                : message;
    }

    /** A resource of which deallocator-service knows nothing: it does not exist yet, or any more. */
    private static void unknown(Table table, ServiceStatus service, String kind, String name) {
        boolean known = service.resources().stream()
                .anyMatch(resource ->
                        resource.kind().equals(kind) && resource.name().equals(name));
        if (!known) {
            table.row(kind + " " + name, isOver(service) ? "gone" : "not known to deallocator-service yet");
        }
    }

    private static boolean isOver(ServiceStatus service) {
        return service.deletion().filter(Deletion::deallocated).isPresent();
    }

    private static String becomes(Resource resource, String service, ServiceStatus status) {
        if (resource.deletion().asked()) {
            return progress(resource.deletion()) + (resource.leaving() ? "; its removal is under way" : "");
        }
        if (resource.leaving()) {
            return "its removal is under way";
        }
        if (!resource.kind().equals("volume")) {
            return "kept: it is not marked for deletion";
        }
        if (!status.ownVolumes().contains(resource.name())) {
            return "kept: the service says RETAIN";
        }
        if (isOver(status)) {
            return "kept: it did not go with the service, which is deallocated";
        }
        return resource.retainedBy()
                .map(keeper -> "kept: service " + keeper + ", which has ended, said RETAIN")
                .orElseGet(() -> "deleted with the service"
                        + others(resource.deletion(), service)
                                .map(others -> "; waits for " + others + ", too")
                                .orElse(""));
    }

    /** The holders of a shared resource besides this service. */
    private static Optional<String> others(Deletion shared, String service) {
        List<Deletion.Holder> others = shared.holders().stream()
                .filter(holder -> !holder.name().equals(service))
                .toList();
        long more = shared.heldBy() - shared.holders().size();
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of(others.stream()
                                .map(holder -> holder.what() + " " + holder.name())
                                .collect(Collectors.joining(", "))
                        + (more > 0 ? " and " + more + " more" : ""));
    }
}
