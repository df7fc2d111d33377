/** Keeps the process of a CSI plugin running, on a machine without an orchestrator. */
@NullMarked
package io.hawser.run;

import org.jspecify.annotations.NullMarked;
