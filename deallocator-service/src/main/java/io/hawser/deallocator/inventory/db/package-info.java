/** The tables of services, networks and live tasks, locked and written. */
package io.hawser.deallocator.inventory.db;
