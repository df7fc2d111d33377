/** The plugins' sockets on this node: found, watched, told of and called. */
@NullMarked
package io.hawser.node.plugin;

import org.jspecify.annotations.NullMarked;
