/** gRPC over Unix sockets and TCP, down to the connections that a fault script breaks. Independent of CSI's rules. */
@NullMarked
package io.hawser.strict.wire;

import org.jspecify.annotations.NullMarked;
