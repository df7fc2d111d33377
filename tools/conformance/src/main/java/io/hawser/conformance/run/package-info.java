/** Plays a plan on a running machine, and reports the failures. */
package io.hawser.conformance.run;
