/** What a node has of one volume, what it shall have, and the next step between the two. Pure. */
@NullMarked
package io.hawser.node.mount;

import org.jspecify.annotations.NullMarked;
