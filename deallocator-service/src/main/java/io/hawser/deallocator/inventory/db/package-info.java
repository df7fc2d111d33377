/** Locks and writes the tables of services, networks and live tasks. */
package io.hawser.deallocator.inventory.db;
