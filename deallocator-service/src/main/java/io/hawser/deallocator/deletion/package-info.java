/** When a resource may go, and why it does not yet. No framework in here, but in {@code db}. */
package io.hawser.deallocator.deletion;
