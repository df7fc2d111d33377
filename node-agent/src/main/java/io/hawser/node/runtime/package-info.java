/** The socket at which a container runtime on this node asks for a task's volumes. */
@NullMarked
package io.hawser.node.runtime;

import org.jspecify.annotations.NullMarked;
