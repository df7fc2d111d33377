/** Tables as paged lists for people. */
@NullMarked
package io.hawser.ledger.listing;

import org.jspecify.annotations.NullMarked;
