/** Everything that happened at the plugin, in order: in memory and as lines of JSON. */
@NullMarked
package io.hawser.strict.history;

import org.jspecify.annotations.NullMarked;
