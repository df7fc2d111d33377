package io.hawser.plugin.registry;

import java.util.List;
import java.util.Optional;

/**
 * Picks the instance that serves controller calls: the newest healthy one. A healthy current instance is replaced only
 * by a newer one that is steady, so an instance that comes and goes does not take the calls back with each good answer.
 * If there is no current instance, a steady one is preferred.
 */
final class CurrentInstance {
    private CurrentInstance() {}

    /**
     * @param newestFirst all instances
     * @param current name of the instance that was current before; empty: none
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
