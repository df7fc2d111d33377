/** One agent: what an operator may set, its parts, and how they are joined. */
@NullMarked
package io.hawser.node.wiring;

import org.jspecify.annotations.NullMarked;
