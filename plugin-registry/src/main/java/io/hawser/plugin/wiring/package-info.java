/** The settings, and the beans made from them. */
@NullMarked
package io.hawser.plugin.wiring;

import org.jspecify.annotations.NullMarked;
