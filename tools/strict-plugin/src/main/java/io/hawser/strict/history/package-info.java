/** Everything that happened at the plugin, in order: in memory and as lines of JSON. */
package io.hawser.strict.history;
