/** Who may reach the controller sockets of this node from other machines. */
@NullMarked
package io.hawser.node.relay;

import org.jspecify.annotations.NullMarked;
