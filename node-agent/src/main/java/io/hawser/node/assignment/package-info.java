/** What this node shall have, read from its partition of {@code hawser.assignments}. */
@NullMarked
package io.hawser.node.assignment;

import org.jspecify.annotations.NullMarked;
