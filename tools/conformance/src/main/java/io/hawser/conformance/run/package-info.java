/** Plays a plan on the machine that runs, and says what went wrong. */
package io.hawser.conformance.run;
