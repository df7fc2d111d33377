/** The plugins on this node: which socket serves one, what is published of it, and what it is asked. */
@NullMarked
package io.hawser.node.plugin;

import org.jspecify.annotations.NullMarked;
