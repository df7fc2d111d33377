/** Processes that are started, found again and ended. */
@NullMarked
package io.hawser.embedded.process;

import org.jspecify.annotations.NullMarked;
