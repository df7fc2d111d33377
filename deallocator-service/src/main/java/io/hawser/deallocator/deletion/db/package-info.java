/** Who still holds a resource. */
package io.hawser.deallocator.deletion.db;
