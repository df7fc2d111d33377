/** When a resource may be deleted, and why it may not yet. */
@NullMarked
package io.hawser.deallocator.deletion;

import org.jspecify.annotations.NullMarked;
