/** The tables of plugins, instances and fingerprints, locked and written. */
package io.hawser.plugin.registry.db;
