/** What the kernel says of a path. */
@NullMarked
package io.hawser.node.mounttable;

import org.jspecify.annotations.NullMarked;
