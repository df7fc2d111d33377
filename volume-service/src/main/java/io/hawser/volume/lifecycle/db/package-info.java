/** The tables of volumes, publications and claims, and their mapping field by field. */
package io.hawser.volume.lifecycle.db;
