/** Mount records and the root's identity, as files below the root. */
@NullMarked
package io.hawser.node.record;

import org.jspecify.annotations.NullMarked;
