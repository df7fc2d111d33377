/** The plugins' sockets on this node: finds, watches, registers and calls them. */
@NullMarked
package io.hawser.node.plugin;

import org.jspecify.annotations.NullMarked;
