/** A call: which RPC it is, what its request says, when it came, and the terms of CSI in which rules speak of it. */
@NullMarked
package io.hawser.strict.call;

import org.jspecify.annotations.NullMarked;
