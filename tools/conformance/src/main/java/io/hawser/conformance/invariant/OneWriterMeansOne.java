package io.hawser.conformance.invariant;

import io.hawser.conformance.history.History;
import io.hawser.conformance.history.PluginTrace;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.knowledge.Placement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * If one task at a time may write a volume, only one does, at the plugin and in the mount tables; an exclusive volume
 * has only one task at all. A target counts from its publish until it is certainly gone; on a fenced node it does not
 * count. The plugin knows neither the tasks nor the requested sharing, and sees no mount table.
 */
final class OneWriterMeansOne implements Invariant {

    private record User(String task, boolean readOnly, String words) {}

    @Override
    public void check(History history, Findings findings) {
        KnownVolumes volumes = KnownVolumes.of(history);
        Fences fences = Fences.of(history);
        Set<String> askedReadOnly = new TreeSet<>();
        history.plugins()
                .forEach(trace -> Replay.of(trace, (call, before) -> {
                    if (call.rpc() == Rpc.NODE_PUBLISH_VOLUME) {
                        if (call.fields().readonly()) {
                            askedReadOnly.add(call.fields().targetPath());
                        }
                        volumes.of(call)
                                .ifPresent(volume ->
                                        judge(volume, users(trace, call, before, volume, volumes, fences), findings));
                    }
                }));
        MountView.each(history, fences, (uid, places) -> volumes.uid(uid)
                .ifPresent(volume -> judge(
                        volume,
                        places.stream()
                                .filter(place -> place.target().isPresent())
                                .map(place -> new User(
                                        volumes.task(uid, place.target().orElseThrow()),
                                        // A plugin may mount first and then make the mount read-only.
                                        place.mount().readOnly()
                                                || askedReadOnly.stream()
                                                        .anyMatch(path -> path.endsWith("/"
                                                                + place.mount().path())),
                                        place.words()))
                                .toList(),
                        findings)));
    }

    private static List<User> users(
            PluginTrace trace,
            Call call,
            Replay before,
            KnownVolumes.Known volume,
            KnownVolumes volumes,
            Fences fences) {
        Stream<User> standing = before.placements().of(call.subject().key()).entrySet().stream()
                .flatMap(spot -> spot.getValue()
                        .standingTargets()
                        .filter(target -> !fences.between(
                                trace.node(spot.getKey()),
                                before.since(target.getValue().standing()),
                                call.at().wall()))
                        .map(target -> user(trace, volume, volumes, target)));
        String task =
                volumes.task(volume.uid(), KnownVolumes.targetId(call.fields().targetPath()));
        return Stream.concat(standing, Stream.of(new User(task, call.fields().readonly(), Words.call(trace, call))))
                .toList();
    }

    private static User user(
            PluginTrace trace,
            KnownVolumes.Known volume,
            KnownVolumes volumes,
            Map.Entry<String, Placement.Target> target) {
        return new User(
                volumes.task(volume.uid(), KnownVolumes.targetId(target.getKey())),
                target.getValue().readonly(),
                Words.call(trace, target.getValue().standing().lastCall()));
    }

    private static void judge(KnownVolumes.Known volume, List<User> users, Findings findings) {
        if (volume.writers() == Integer.MAX_VALUE || users.isEmpty()) {
            return;
        }
        Set<String> writers = users.stream()
                .filter(user -> !user.readOnly())
                .map(User::task)
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> all = users.stream().map(User::task).collect(Collectors.toCollection(TreeSet::new));
        findings.that(
                writers.size() <= volume.writers() && (!volume.exclusive() || all.size() <= 1),
                () -> "volume " + volume.name() + ", which at most " + volume.writers()
                        + " task may write, is written by tasks " + writers + " and used by " + all,
                () -> users.stream().map(User::words).toList());
    }
}
