/** Plays a plan on a running machine, and reports the failures. */
@NullMarked
package io.hawser.conformance.run;

import org.jspecify.annotations.NullMarked;
