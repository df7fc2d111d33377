/** Pages for people: what this node has, and the sockets of its plugins. */
@NullMarked
package io.hawser.node.api;

import org.jspecify.annotations.NullMarked;
