/** The work on this node's volumes, each on a thread of its own. */
@NullMarked
package io.hawser.node.work;

import org.jspecify.annotations.NullMarked;
