/** Queries for what still holds a resource. */
package io.hawser.deallocator.deletion.db;
