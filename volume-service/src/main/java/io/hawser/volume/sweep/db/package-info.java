/** What sweeps have found, in the tables. */
package io.hawser.volume.sweep.db;
