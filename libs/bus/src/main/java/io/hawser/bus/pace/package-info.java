/** How long a repetition waits. */
@NullMarked
package io.hawser.bus.pace;

import org.jspecify.annotations.NullMarked;
