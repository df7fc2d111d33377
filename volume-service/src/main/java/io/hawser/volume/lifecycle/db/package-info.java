/** The tables of volumes, publications and claims, and their mapping field by field. */
@NullMarked
package io.hawser.volume.lifecycle.db;

import org.jspecify.annotations.NullMarked;
