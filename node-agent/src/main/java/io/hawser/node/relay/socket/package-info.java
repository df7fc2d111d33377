/** The port at which services on other machines reach the controller sockets of this node. */
@NullMarked
package io.hawser.node.relay.socket;

import org.jspecify.annotations.NullMarked;
