/** gRPC over Unix sockets, down to the connections that a fault script breaks; knows nothing of CSI's rules. */
package io.hawser.testkit.strict.wire;
