/** What the kernel lets this process do. */
@NullMarked
package io.hawser.node.rights;

import org.jspecify.annotations.NullMarked;
