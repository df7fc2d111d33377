/** The topics, their names and settings, and whether a broker has them. */
@NullMarked
package io.hawser.bus.topic;

import org.jspecify.annotations.NullMarked;
