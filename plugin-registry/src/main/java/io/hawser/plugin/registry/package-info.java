/** The registered plugins, and the rule for the current instance. */
@NullMarked
package io.hawser.plugin.registry;

import org.jspecify.annotations.NullMarked;
