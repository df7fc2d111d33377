/** The tables of the sweep. */
package io.hawser.volume.sweep.db;
