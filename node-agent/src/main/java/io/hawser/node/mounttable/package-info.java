/** What is seen at a path. */
@NullMarked
package io.hawser.node.mounttable;

import org.jspecify.annotations.NullMarked;
