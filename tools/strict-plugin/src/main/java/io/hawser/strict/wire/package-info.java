/** gRPC over Unix sockets and TCP, down to the connections that a fault script breaks. Independent of CSI's rules. */
package io.hawser.strict.wire;
