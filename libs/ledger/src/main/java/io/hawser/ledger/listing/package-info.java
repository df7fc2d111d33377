/** How many rows a page of a list has. */
@NullMarked
package io.hawser.ledger.listing;

import org.jspecify.annotations.NullMarked;
