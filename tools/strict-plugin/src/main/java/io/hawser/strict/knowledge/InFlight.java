package io.hawser.strict.knowledge;

import io.hawser.strict.call.Call;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Calls whose clients still wait. A call that its client gave up does not count. */
public final class InFlight {

    private final Map<String, Set<Long>> bySlot = new HashMap<>();

    /** Other calls about the same thing (for node calls: on the same node) whose clients still wait. */
    public List<Long> besides(Call call) {
        return bySlot.getOrDefault(Subjects.slot(call), Set.of()).stream()
                .filter(id -> id != call.id())
                .toList();
    }

    void sent(Call call) {
        bySlot.computeIfAbsent(Subjects.slot(call), slot -> new LinkedHashSet<>())
                .add(call.id());
    }

    void ended(Call call) {
        bySlot.computeIfPresent(Subjects.slot(call), (slot, calls) -> {
            calls.remove(call.id());
            return calls.isEmpty() ? null : calls;
        });
    }
}
