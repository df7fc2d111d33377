package io.hawser.volume.lifecycle.work;

import io.hawser.volume.id.PluginName;
import io.hawser.volume.lifecycle.Operation;

/**
 * The calls of one kind to one plugin. Each kind has its own permits and its own queue: a storm of detaches delays no
 * creation and no attach of the plugin, and the other way round.
 */
record CallQueue(PluginName plugin, Operation.Kind kind) {
    static CallQueue of(PluginName plugin, Operation operation) {
        return new CallQueue(plugin, operation.kind());
    }

    /** The queue's name in the table of due work; no plugin's name has a slash. */
    String inTable() {
        return plugin.value() + "/" + kind;
    }
}
