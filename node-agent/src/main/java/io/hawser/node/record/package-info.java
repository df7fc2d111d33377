/** Mount records and the root's identity, as their files have them. */
@NullMarked
package io.hawser.node.record;

import org.jspecify.annotations.NullMarked;
