/** What a container runtime on this node asks of a task's volumes, and the answers. */
@NullMarked
package io.hawser.node.runtime;

import org.jspecify.annotations.NullMarked;
