/** Which agent speaks for a node, and whether it is silent. */
@NullMarked
package io.hawser.volume.node;

import org.jspecify.annotations.NullMarked;
