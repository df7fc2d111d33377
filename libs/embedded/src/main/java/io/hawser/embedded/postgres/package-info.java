/** A PostgreSQL in processes of its own. */
@NullMarked
package io.hawser.embedded.postgres;

import org.jspecify.annotations.NullMarked;
