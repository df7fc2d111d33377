/** When a resource may be deleted, and why it may not yet. */
package io.hawser.deallocator.deletion;
