/** The rule for when a resource may be deleted, and the reason why it may not yet. */
package io.hawser.deallocator.deletion;
