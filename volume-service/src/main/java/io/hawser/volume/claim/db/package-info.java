/** The table of tasks. */
package io.hawser.volume.claim.db;
