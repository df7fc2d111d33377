/** The loops over deletions: lock, decide, store. */
@NullMarked
package io.hawser.deallocator.deletion.work;

import org.jspecify.annotations.NullMarked;
