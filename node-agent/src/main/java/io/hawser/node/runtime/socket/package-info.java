/** The socket at which a container runtime on this node asks. */
@NullMarked
package io.hawser.node.runtime.socket;

import org.jspecify.annotations.NullMarked;
