/** Which node calls a volume allows, and what is mounted for them. */
@NullMarked
package io.hawser.hostpath.node;

import org.jspecify.annotations.NullMarked;
