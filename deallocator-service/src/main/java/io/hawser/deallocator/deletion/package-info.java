/** When a resource may go, and why it does not yet. */
package io.hawser.deallocator.deletion;
