/** The table of plugins. */
package io.hawser.volume.plugin.db;
