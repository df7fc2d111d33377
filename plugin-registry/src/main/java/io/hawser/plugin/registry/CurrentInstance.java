package io.hawser.plugin.registry;

import java.util.List;
import java.util.Optional;

/**
 * Which instance serves controller calls: the newest that is healthy. A current one that is healthy yields only to a
 * newer one that is steady, so an instance that comes and goes does not take the calls back at each good answer. Where
 * none is current, a steady one goes before any other.
 */
final class CurrentInstance {
    private CurrentInstance() {}

    /**
     * @param newestFirst all instances
     * @param current the name of the one before; empty for none
     */
    static Optional<String> pick(List<Instance> newestFirst, Optional<String> current) {
        for (Instance instance : newestFirst) {
            boolean was = current.filter(instance.name()::equals).isPresent();
            if (instance.servesController() && (was || instance.steady())) {
                return Optional.of(instance.name());
            }
        }
        return newestFirst.stream()
                .filter(Instance::servesController)
                .map(Instance::name)
                .findFirst();
    }
}
