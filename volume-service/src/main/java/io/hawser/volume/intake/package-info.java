/** Reads the topics, and passes each record to the package that stores it. */
@NullMarked
package io.hawser.volume.intake;

import org.jspecify.annotations.NullMarked;
