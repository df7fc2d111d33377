/** The loops over deletions: lock, decide, store. */
package io.hawser.deallocator.deletion.work;
