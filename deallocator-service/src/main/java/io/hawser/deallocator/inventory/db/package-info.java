/** Locks and writes the tables of services, networks and live tasks. */
@NullMarked
package io.hawser.deallocator.inventory.db;

import org.jspecify.annotations.NullMarked;
