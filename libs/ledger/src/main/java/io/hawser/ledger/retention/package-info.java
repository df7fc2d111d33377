/** What a service keeps only for a while. */
@NullMarked
package io.hawser.ledger.retention;

import org.jspecify.annotations.NullMarked;
