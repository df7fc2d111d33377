/** What a node may do with a volume, and what it was told to mount. */
@NullMarked
package io.hawser.hostpath.node;

import org.jspecify.annotations.NullMarked;
