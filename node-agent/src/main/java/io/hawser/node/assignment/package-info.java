/** What this node shall have, and whether this agent may act on it. */
@NullMarked
package io.hawser.node.assignment;

import org.jspecify.annotations.NullMarked;
