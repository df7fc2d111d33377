package io.hawser.node.plugin.csi;

import io.grpc.StatusRuntimeException;
import io.hawser.csi.ConnectionOptions;
import io.hawser.csi.CsiClient;
import io.hawser.csi.CsiConnection;
import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.CsiRpc;
import io.hawser.csi.LookPauses;
import io.hawser.csi.RegistrationSocket;
import io.hawser.csi.RpcOutcome;
import io.hawser.csi.v1.GetPluginInfoRequest;
import io.hawser.csi.v1.GetPluginInfoResponse;
import io.hawser.node.plugin.RegistrationRules;
import io.hawser.node.plugin.files.SocketListing;
import io.hawser.pluginregistration.v1.PluginInfo;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;

/**
 * Dials the sockets at which drivers register, as the kubelet does. A refused one gets the reason, once, and is dialled
 * again when its socket is another one. Each is dialled on a virtual thread of its own: one that never answers delays
 * no other.
 */
public final class Registrations implements AutoCloseable {
    private final Path folder;
    private final RegistrationRules rules;
    private final CsiClient client;
    private final LookPauses pauses;
    private final Duration deadline;
    private final Map<Path, Dialled> dialled = new HashMap<>();
    private final Set<Path> everRegistered = new HashSet<>();

    private static final class Dialled {
        private final Object file;
        private final Thread thread;
        private Optional<Path> endpoint;

        private Dialled(Object file, Thread thread, Optional<Path> endpoint) {
            this.file = file;
            this.thread = thread;
            this.endpoint = endpoint;
        }
    }

    public Registrations(Path folder, RegistrationRules rules, CsiClient client, LookPauses pauses, Duration deadline) {
        this.folder = folder;
        this.rules = rules;
        this.client = client;
        this.pauses = pauses;
        this.deadline = deadline;
    }

    /**
     * Looks at the folder.
     *
     * @param refusal gets each socket that is refused, with the reason, from another thread
     * @return the sockets that cannot be dialled, with the reason
     */
    synchronized Map<Path, String> list(BiConsumer<Path, String> refusal) {
        Map<Path, Object> used = new HashMap<>();
        dialled.forEach((socket, its) -> used.put(socket, its.file));
        SocketListing now = SocketListing.ofRegistrations(folder, used);
        // A registrar that starts again takes nothing back: until it is judged, its last registration counts.
        Map<Path, Path> stands = new HashMap<>();
        for (Iterator<Map.Entry<Path, Dialled>> each = dialled.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<Path, Dialled> entry = each.next();
            if (!entry.getValue().file.equals(now.sockets().get(entry.getKey()))) {
                entry.getValue().thread.interrupt();
                entry.getValue().endpoint.ifPresent(endpoint -> stands.put(entry.getKey(), endpoint));
                each.remove();
            }
        }
        now.sockets().forEach((socket, file) -> {
            if (!dialled.containsKey(socket)) {
                Thread thread = Thread.ofVirtual()
                        .name("register-" + socket.getFileName())
                        .unstarted(() -> dial(socket, refusal));
                dialled.put(socket, new Dialled(file, thread, Optional.ofNullable(stands.get(socket))));
                thread.start();
            }
        });
        return now.unusable();
    }

    /** The sockets of the registered plugins. */
    synchronized Set<Path> endpoints() {
        Set<Path> endpoints = new HashSet<>();
        dialled.values().forEach(each -> each.endpoint.ifPresent(endpoints::add));
        return endpoints;
    }

    /**
     * Sockets whose registration is gone. Drivers leave their own socket behind when they are uninstalled, so only its
     * registration says whether the plugin is there.
     */
    synchronized Set<Path> withdrawn() {
        Set<Path> withdrawn = new HashSet<>(everRegistered);
        withdrawn.removeAll(endpoints());
        return withdrawn;
    }

    private void dial(Path socket, BiConsumer<Path, String> refusal) {
        CsiEndpoint.Unix endpoint = new CsiEndpoint.Unix(socket.toString());
        for (int failures = 1; !Thread.currentThread().isInterrupted(); failures++) {
            try (RegistrationSocket registration = client.registration(endpoint, deadline)) {
                PluginInfo info = registration.info();
                switch (rules.judge(info, socket)) {
                    case RegistrationRules.Verdict.Refuse(String message) -> {
                        refuse(socket, registration, message, refusal);
                        return;
                    }
                    case RegistrationRules.Verdict.Ask(CsiEndpoint.Unix at) -> {
                        if (register(socket, registration, info, at, refusal)) {
                            return;
                        }
                    }
                }
            } catch (StatusRuntimeException | CompletionException notYet) {
                // The driver starts or ends: dialled again. Or the registrar's socket is gone, which ends this thread.
            }
            try {
                Thread.sleep(pauses.after(failures, ThreadLocalRandom.current().nextDouble()));
            } catch (InterruptedException gone) {
                return;
            }
        }
    }

    /** @return false: the plugin does not answer yet */
    private boolean register(
            Path socket,
            RegistrationSocket registration,
            PluginInfo info,
            CsiEndpoint.Unix at,
            BiConsumer<Path, String> refusal) {
        try (CsiConnection connection = client.connect(at, ConnectionOptions.reading())) {
            RpcOutcome<GetPluginInfoResponse> said = connection
                    .call(CsiRpc.GET_PLUGIN_INFO, GetPluginInfoRequest.getDefaultInstance(), deadline)
                    .await()
                    .indefinitely();
            if (!(said instanceof RpcOutcome.Done<GetPluginInfoResponse>(GetPluginInfoResponse answer))) {
                return false;
            }
            Optional<String> misnamed = RegistrationRules.misnamed(info, answer.getName());
            if (misnamed.isPresent()) {
                refuse(socket, registration, misnamed.get(), refusal);
                return true;
            }
        }
        registration.tell(Optional.empty());
        endpoint(socket, Optional.of(Path.of(at.path())));
        return true;
    }

    private synchronized void endpoint(Path socket, Optional<Path> endpoint) {
        Dialled mine = dialled.get(socket);
        if (mine != null && mine.thread == Thread.currentThread()) {
            mine.endpoint = endpoint;
            endpoint.ifPresent(everRegistered::add);
        }
    }

    private void refuse(
            Path socket, RegistrationSocket registration, String message, BiConsumer<Path, String> refusal) {
        endpoint(socket, Optional.empty());
        refusal.accept(socket, "the registration at " + socket + " is refused: " + message);
        try {
            registration.tell(Optional.of(message));
        } catch (StatusRuntimeException untold) {
            // The refusal counts; a driver that does not listen gets no second one.
        }
    }

    @Override
    public synchronized void close() {
        dialled.values().forEach(each -> each.thread.interrupt());
        dialled.clear();
    }
}
