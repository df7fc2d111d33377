/** The tables of plugins, instances and fingerprints, locked and written. */
@NullMarked
package io.hawser.plugin.registry.db;

import org.jspecify.annotations.NullMarked;
