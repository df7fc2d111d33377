/** Queries for what still holds a resource. */
@NullMarked
package io.hawser.deallocator.deletion.db;

import org.jspecify.annotations.NullMarked;
