/** The published records about a volume and its assignments. */
@NullMarked
package io.hawser.volume.lifecycle.report;

import org.jspecify.annotations.NullMarked;
