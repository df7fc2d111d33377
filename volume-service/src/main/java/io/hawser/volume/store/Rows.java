package io.hawser.volume.store;

import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.List;
import org.hibernate.LockMode;
import org.hibernate.reactive.mutiny.Mutiny;

/**
 * Locks and loads rows, one query a table, rows in key order. Callers keep the tables' order: node, plugin,
 * node_plugin, volume, task. An empty set of keys asks nothing.
 */
public final class Rows {
    private final Mutiny.Session session;

    public Rows(Mutiny.Session session) {
        this.session = session;
    }

    public Uni<List<NodeRow>> nodes(Collection<String> names, LockMode lock) {
        return locked(NodeRow.class, "from NodeRow r where r.name in :keys order by r.name", names, lock);
    }

    public Uni<List<PluginRow>> plugins(Collection<String> names, LockMode lock) {
        return locked(PluginRow.class, "from PluginRow r where r.name in :keys order by r.name", names, lock);
    }

    /** @param keys {@code node + '/' + plugin}: neither holds a slash */
    public Uni<List<NodePluginRow>> nodePlugins(Collection<String> keys, LockMode lock) {
        return locked(
                NodePluginRow.class,
                "from NodePluginRow r where concat(r.node, '/', r.plugin) in :keys order by r.node, r.plugin",
                keys,
                lock);
    }

    public Uni<List<VolumeRow>> volumes(Collection<String> names, LockMode lock) {
        return locked(VolumeRow.class, "from VolumeRow r where r.name in :keys order by r.name", names, lock);
    }

    public Uni<List<TaskRow>> tasks(Collection<String> names, LockMode lock) {
        return locked(TaskRow.class, "from TaskRow r where r.name in :keys order by r.name", names, lock);
    }

    /** Guarded by their volumes' locks. */
    public Uni<List<PublicationRow>> publications(Collection<String> volumes) {
        return locked(
                PublicationRow.class,
                "from PublicationRow r where r.volume in :keys order by r.volume, r.node",
                volumes,
                LockMode.NONE);
    }

    /** Guarded by their volumes' locks. */
    public Uni<List<ClaimRow>> claimsOf(Collection<String> volumes) {
        return locked(
                ClaimRow.class,
                "from ClaimRow r where r.volume in :keys order by r.task, r.target",
                volumes,
                LockMode.NONE);
    }

    /** Waiting claims; guarded by the locks of the volumes that answer the source. */
    public Uni<List<ClaimRow>> waitingFor(Collection<String> sources) {
        return locked(
                ClaimRow.class,
                "from ClaimRow r where r.state = 'WAITING' and r.source in :keys order by r.since, r.task, r.target",
                sources,
                LockMode.NONE);
    }

    public Uni<List<ClaimRow>> claimsOfTasks(Collection<String> tasks) {
        return locked(
                ClaimRow.class,
                "from ClaimRow r where r.task in :keys order by r.task, r.target",
                tasks,
                LockMode.NONE);
    }

    public Uni<List<CommandRow>> commands(Collection<String> ids) {
        return locked(CommandRow.class, "from CommandRow r where r.id in :keys order by r.id", ids, LockMode.NONE);
    }

    private <R> Uni<List<R>> locked(Class<R> type, String query, Collection<String> keys, LockMode lock) {
        if (keys.isEmpty()) {
            return Uni.createFrom().item(List.of());
        }
        Mutiny.SelectionQuery<R> selection =
                session.createSelectionQuery(query, type).setParameter("keys", List.copyOf(keys));
        return (lock == LockMode.NONE ? selection : selection.setLockMode(lock)).getResultList();
    }
}
